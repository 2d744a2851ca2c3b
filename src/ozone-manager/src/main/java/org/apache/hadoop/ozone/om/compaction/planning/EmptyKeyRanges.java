// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.bucket.TargetSpans;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.LsmSnapshot;
import org.apache.hadoop.ozone.om.compaction.database.MemtableKeys;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.SkipLimit;
import org.apache.hadoop.ozone.om.compaction.database.SpanTables;
import org.apache.hadoop.ozone.om.compaction.database.SstKeys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.KeyInterpolation;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.rule.NamedKeys;
import org.apache.hadoop.ozone.om.compaction.text.ValueFormat;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.rocksdb.ReadTier;
import org.rocksdb.RocksDBException;

/** Finds key ranges of a job without live keys and tombstones, which metadata of files does not show. */
public final class EmptyKeyRanges {
  /** Maximum number of files to search, with one or two block reads each; a range in more counts as not empty. */
  private static final int MAX_FILES = 64;
  /** Maximum number of dead entries that the search for the nearest live key skips; beyond it, no key is named. */
  private static final long MAX_SKIPPED_KEYS = 10_000;

  private EmptyKeyRanges() {
  }

  /** Returns one sentence for each key range of the targets that holds nothing on this OM. */
  public static List<String> sentences(LsmSnapshot snapshot, Targets targets) throws DatabaseUnavailableException {
    List<String> sentences = new ArrayList<>();
    for (KeyRange range : targets.getKeyRangesList()) {
      if (!mayHold(snapshot, TargetSpans.span(range))) {
        sentences.add(range.getTable() + " holds no key from " + ValueFormat.key(range.getBegin().toByteArray())
            + " to " + ValueFormat.key(range.getEnd().toByteArray()) + hint(range) + '.');
      }
    }
    return sentences;
  }

  /** Returns a sentence if no key range of a prefix or path holds anything on this OM; else empty. */
  public static Optional<String> sentence(LsmSnapshot snapshot, Targets targets, NamedKeys named)
      throws DatabaseUnavailableException {
    for (KeyRange range : targets.getKeyRangesList()) {
      if (mayHold(snapshot, TargetSpans.span(range))) {
        return Optional.empty();
      }
    }
    if (named.isPath()) {
      return Optional.of("No table holds a key in " + named + " or below it.");
    }
    KeyRange first = targets.getKeyRanges(0);
    return Optional.of("No table holds a key that begins with " + named + '.'
        + neighbour(snapshot.database(), first, bucket(first.getTable(), named))
            .map(key -> " The nearest key in " + first.getTable() + " is " + ValueFormat.key(key) + '.').orElse(""));
  }

  private static BucketSpan bucket(String table, NamedKeys named) {
    return BucketSpan.below(table, null, null, (named.bucket() + '/').getBytes(StandardCharsets.UTF_8));
  }

  /** The live neighbour with the longer prefix in common with the range's first key; empty if none was found. */
  private static Optional<byte[]> neighbour(OmDatabase database, KeyRange range, BucketSpan bucket)
      throws DatabaseUnavailableException {
    byte[] begin = range.getBegin().toByteArray();
    return database.readKeys(ReadTier.READ_ALL_TIER, bucket.table(), bucket.begin(), bucket.end(), MAX_SKIPPED_KEYS,
        keys -> {
          keys.seek(begin);
          boolean gaveUp = SkipLimit.gaveUp(keys);
          byte[] behind = keys.isValid() ? keys.key() : null;
          keys.seekForPrev(begin);
          byte[] before = keys.isValid() ? keys.key() : null;
          if (gaveUp || SkipLimit.gaveUp(keys)) {
            return Optional.empty();
          }
          boolean isBehind = before == null || behind != null
              && KeyInterpolation.commonPrefix(behind, begin) >= KeyInterpolation.commonPrefix(before, begin);
          return Optional.ofNullable(isBehind ? behind : before);
        });
  }

  private static boolean mayHold(LsmSnapshot snapshot, BucketSpan keys) throws DatabaseUnavailableException {
    if (MemtableKeys.mayHoldKeys(snapshot.database(), keys)) {
      return true;
    }
    List<SstFile> files = snapshot.table(keys.table()).files().stream()
        .filter(file -> file.overlaps(keys.keys())).collect(Collectors.toList());
    if (files.size() > MAX_FILES) {
      return true;
    }
    for (SstFile file : files) {
      try (SstKeys held = new SstKeys(snapshot.database(), file)) {
        if (held.holds(keys.keys())) {
          return true;
        }
      } catch (RocksDBException e) {
        return true;
      }
    }
    return false;
  }

  private static String hint(KeyRange range) {
    boolean named = Stream.of(range.getBegin(), range.getEnd()).map(key -> key.toString(StandardCharsets.UTF_8))
        .anyMatch(key -> !key.startsWith("/-"));
    return named && SpanTables.isKeyedByIds(range.getTable(), BucketLayout.FILE_SYSTEM_OPTIMIZED)
        && !SpanTables.isKeyedByNames(range.getTable(), BucketLayout.OBJECT_STORE)
        ? "; its keys begin with the ids of volume and bucket, as 'preview' prints them" : "";
  }
}
