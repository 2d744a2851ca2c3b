// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.bucket;

import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;

/**
 * Decides whether two jobs could compact the same keys on a node. Looks only at the jobs, so that every OM decides
 * alike. A key range and a bucket in one table are taken to overlap, even if they do not.
 */
public final class Overlap {
  private Overlap() {
  }

  /** True if both jobs name a common node and may share a key of a table. */
  public static boolean between(JobSpec a, JobSpec b) {
    return !Collections.disjoint(a.getNodeIdsList(), b.getNodeIdsList())
        && shareTable(a.getTargets(), b.getTargets())
        && shareKeys(a.getTargets(), b.getTargets());
  }

  private static boolean shareTable(Targets a, Targets b) {
    Set<String> inA = tables(a);
    Set<String> inB = tables(b);
    return inA.isEmpty() || inB.isEmpty() || !Collections.disjoint(inA, inB);
  }

  private static Set<String> tables(Targets targets) {
    if (targets.getKeyRangesCount() > 0) {
      return targets.getKeyRangesList().stream().map(KeyRange::getTable).collect(Collectors.toSet());
    }
    return new HashSet<>(targets.getTablesList());
  }

  private static boolean shareKeys(Targets a, Targets b) {
    boolean rangesInA = a.getKeyRangesCount() > 0;
    boolean rangesInB = b.getKeyRangesCount() > 0;
    if (rangesInA && rangesInB) {
      return meet(a.getKeyRangesList(), b.getKeyRangesList());
    }
    if (rangesInA || rangesInB) {
      return true;
    }
    return shareBucket(a, b);
  }

  /**
   * True if a range of one list overlaps a range of the other list. Each list can have a thousand ranges.
   *
   * @param as the ranges of one job, each with begin &le; end, both inclusive
   * @param bs the ranges of the other job, in the same form
   */
  static boolean meet(List<KeyRange> as, List<KeyRange> bs) {
    // For each table, maps a range's begin to the greatest end among this range and earlier ranges.
    Map<String, NavigableMap<byte[], byte[]>> ends = new HashMap<>();
    as.stream().sorted(Comparator.comparing(range -> range.getBegin().toByteArray(), Keys::compare)).forEach(range -> {
      NavigableMap<byte[], byte[]> ofTable =
          ends.computeIfAbsent(range.getTable(), table -> new TreeMap<>(Keys::compare));
      byte[] end = range.getEnd().toByteArray();
      ofTable.put(range.getBegin().toByteArray(),
          ofTable.isEmpty() ? end : Keys.max(end, ofTable.lastEntry().getValue()));
    });
    return bs.stream().anyMatch(range -> {
      Map.Entry<byte[], byte[]> before = ends.getOrDefault(range.getTable(), Collections.emptyNavigableMap())
          .floorEntry(range.getEnd().toByteArray());
      return before != null && Keys.compare(range.getBegin().toByteArray(), before.getValue()) <= 0;
    });
  }

  private static boolean shareBucket(Targets a, Targets b) {
    if (a.getBucketsCount() > 0 && b.getBucketsCount() > 0) {
      return !Collections.disjoint(new HashSet<>(a.getBucketsList()), b.getBucketsList())
          && shareVolume(a, b);
    }
    return shareVolume(a, b);
  }

  private static boolean shareVolume(Targets a, Targets b) {
    Set<String> inA = volumes(a);
    Set<String> inB = volumes(b);
    return inA.isEmpty() || inB.isEmpty() || !Collections.disjoint(inA, inB);
  }

  private static Set<String> volumes(Targets targets) {
    if (!targets.getVolume().isEmpty()) {
      return Collections.singleton(targets.getVolume());
    }
    return targets.getBucketsList().stream().map(bucket -> bucket.split("/", -1)[1]).collect(Collectors.toSet());
  }
}
