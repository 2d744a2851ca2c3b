// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.bucket;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.database.SpanTables;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;

/**
 * Decides whether two jobs could compact the same keys on a node. Looks only at the jobs, so that every OM decides
 * alike: a bucket's ids and layout are not looked up, so key ranges that may hold ids may share keys with any bucket,
 * and any bucket may have keys in a table.
 */
public final class Overlap {
  /** The beginning of a key with ids, {@code /volumeId/bucketId/}. */
  private static final Pattern IDS = Pattern.compile("/-?[0-9]+/-?[0-9]+/");
  /** As many bytes as two ids of 64 bits and their slashes can have. */
  private static final int MAX_IDS = 43;
  private static final ByteString BEHIND_ALL = ByteString.copyFrom(SpanTables.behindAllKeys());

  private Overlap() {
  }

  /** True if both jobs name a common node and may share a key of a table. */
  public static boolean between(JobSpec a, JobSpec b) {
    return haveCommonNode(a, b) && (shareKeys(a.getTargets(), b.getTargets())
        || mayShareIds(a.getTargets(), b.getTargets()));
  }

  /** True if the jobs overlap, and only a bucket's ids or its layout could tell whether they share a key. */
  public static boolean isUncertain(JobSpec a, JobSpec b) {
    return between(a, b) && (!shareKeys(a.getTargets(), b.getTargets()) || dependsOnLayout(a, b));
  }

  /**
   * True if one of the jobs names buckets in whatever tables, and the other one tables each of which holds keys of
   * buckets of one layout.
   */
  public static boolean dependsOnLayout(JobSpec a, JobSpec b) {
    return dependOnLayout(a.getTargets(), b.getTargets()) || dependOnLayout(b.getTargets(), a.getTargets());
  }

  private static boolean dependOnLayout(Targets ofBuckets, Targets ofTables) {
    return ofBuckets.getBucketsCount() > 0 && ofBuckets.getTablesCount() == 0
        && ofTables.getKeyRangesCount() == 0 && isEverything(ofTables) && ofTables.getTablesCount() > 0
        && ofTables.getTablesList().stream().noneMatch(SpanTables::holdEveryLayout);
  }

  private static boolean haveCommonNode(JobSpec a, JobSpec b) {
    return !Collections.disjoint(a.getNodeIdsList(), b.getNodeIdsList());
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
    if (!shareTable(a, b)) {
      return false;
    }
    boolean rangesInA = a.getKeyRangesCount() > 0;
    boolean rangesInB = b.getKeyRangesCount() > 0;
    if (rangesInA || rangesInB) {
      return rangesInA && rangesInB ? meet(a.getKeyRangesList(), b.getKeyRangesList())
          : rangesInA ? meetNames(b, a.getKeyRangesList()) : meetNames(a, b.getKeyRangesList());
    }
    return !holdNoBuckets(a, b) && !holdNoBuckets(b, a) && shareBucket(a, b);
  }

  /** True if one names buckets, and the other tables whose keys are of no bucket. */
  private static boolean holdNoBuckets(Targets ofBuckets, Targets ofTables) {
    return !isEverything(ofBuckets) && ofTables.getTablesCount() > 0
        && ofTables.getTablesList().stream().noneMatch(SpanTables::haveBuckets);
  }

  /** True if a range holds keys of the targets that begin with their names. */
  private static boolean meetNames(Targets named, List<KeyRange> ranges) {
    List<KeyRange> inTables = inTables(named, ranges);
    if (isEverything(named)) {
      return !inTables.isEmpty();
    }
    List<KeyRange> ofNames = new ArrayList<>();
    inTables.stream().map(KeyRange::getTable).distinct().filter(SpanTables::mayHoldNames).forEach(table ->
        prefixes(named).map(ByteString::copyFromUtf8).forEach(prefix -> ofNames.add(KeyRange.newBuilder()
            .setTable(table).setBegin(prefix).setEnd(prefix.concat(BEHIND_ALL)).build())));
    return meet(ofNames, inTables);
  }

  /** True if one of the targets is of ranges that may hold keys with ids, and the other names buckets. */
  private static boolean mayShareIds(Targets a, Targets b) {
    return a.getKeyRangesCount() > 0 ? b.getKeyRangesCount() == 0 && holdIds(inTables(b, a.getKeyRangesList()))
        : holdIds(inTables(a, b.getKeyRangesList()));
  }

  private static boolean holdIds(List<KeyRange> ranges) {
    return ranges.stream().anyMatch(range -> SpanTables.mayHoldIds(range.getTable())
        && canHoldIds(range.getBegin(), range.getEnd()));
  }

  /** True if ids can begin as all keys of a range do. */
  private static boolean canHoldIds(ByteString begin, ByteString end) {
    int same = 0;
    while (same < Math.min(MAX_IDS, Math.min(begin.size(), end.size())) && begin.byteAt(same) == end.byteAt(same)) {
      same++;
    }
    Matcher ids = IDS.matcher(begin.substring(0, same).toString(StandardCharsets.ISO_8859_1));
    return ids.lookingAt() || ids.hitEnd();
  }

  private static List<KeyRange> inTables(Targets targets, List<KeyRange> ranges) {
    return targets.getTablesCount() == 0 ? ranges : ranges.stream()
        .filter(range -> targets.getTablesList().contains(range.getTable())).collect(Collectors.toList());
  }

  private static boolean isEverything(Targets targets) {
    return targets.getVolume().isEmpty() && targets.getBucketsCount() == 0;
  }

  private static Stream<String> prefixes(Targets named) {
    String volume = named.getVolume().isEmpty() ? "/" : "/" + named.getVolume() + "/";
    return named.getBucketsCount() == 0 ? Stream.of(volume)
        : named.getBucketsList().stream().map(bucket -> bucket + "/").filter(bucket -> bucket.startsWith(volume));
  }

  /** True if ranges of both lists, with inclusive ends, overlap. Each list can have a thousand ranges. */
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
