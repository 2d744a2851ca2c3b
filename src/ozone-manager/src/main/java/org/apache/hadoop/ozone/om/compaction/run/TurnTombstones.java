// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.lsm.LsmSnapshot;
import org.apache.hadoop.ozone.om.compaction.lsm.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.planner.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.PlannedRange;
import org.apache.hadoop.ozone.om.compaction.planner.SstFile;

/**
 * Tombstones before and after, of all tables that a turn compacts: in all files that it rewrites or that overlap its
 * ranges, each file once. A range drags whole files in, so other spans lose tombstones too; counted by ranges alone
 * they would go away unseen. An upper bound of what the ranges themselves hold.
 *
 * <p>What a compaction wrote is told by comparing the files of before with those of now: a new file below level 0 where
 * a file of the turn has gone holds what is left of it. Files of level 0 are flushes. Other files that have gone there
 * went into the new ones as well, and are counted as they were.
 */
final class TurnTombstones {
  private final Map<String, OfTable> tables = new LinkedHashMap<>();
  private OmDatabase database;
  private long beforeInOtherDatabases;

  /** @param snapshot what the ranges were planned from */
  void plan(LsmSnapshot snapshot, List<PlannedRange> ranges) {
    if (!snapshot.database().isSameAs(database)) {
      // Its files are others: what was done in the old one is lost, and planned again.
      beforeInOtherDatabases = before();
      tables.clear();
      database = snapshot.database();
    }
    Map<String, List<PlannedRange>> byTable = new LinkedHashMap<>();
    ranges.forEach(range -> byTable.computeIfAbsent(range.table(), table -> new ArrayList<>()).add(range));
    byTable.forEach((table, planned) -> tables
        .computeIfAbsent(table, name -> new OfTable(snapshot.table(name)))
        .plan(snapshot.table(table), planned));
  }

  /** Names of the tables that have to be in a snapshot to {@link #count}. */
  List<String> tables() {
    return new ArrayList<>(tables.keySet());
  }

  /** Counts again; nothing if this is another database than the one planned for. */
  void count(LsmSnapshot snapshot) {
    if (snapshot.database().isSameAs(database)) {
      tables.forEach((name, table) -> table.count(snapshot.table(name)));
    }
  }

  long before() {
    return Math.max(beforeInOtherDatabases, tables.values().stream().mapToLong(OfTable::before).sum());
  }

  long after() {
    return tables.values().stream().mapToLong(OfTable::after).sum();
  }

  /** Those of one table. */
  static final class OfTable {
    private final Map<String, SstFile> first = new HashMap<>();
    private final Set<String> ofTurn = new HashSet<>();
    private final List<KeyRange> ranges = new ArrayList<>();
    private long before;
    private long after;

    /** @param table of the moment at which the turn begins with it */
    OfTable(LsmTable table) {
      table.files().forEach(file -> first.put(file.name(), file));
    }

    /**
     * A plan is about to run; not the first one perhaps.
     *
     * @param table of the moment at which it was made
     */
    void plan(LsmTable table, Collection<PlannedRange> planned) {
      Set<String> left = names(leftOf(table));
      Set<String> rewritten = new HashSet<>();
      for (PlannedRange range : planned) {
        ranges.add(range.range());
        range.cost().rewrittenFiles().forEach(file -> rewritten.add(file.name()));
      }
      KeySpans spans = new KeySpans(ranges);
      for (SstFile file : table.files()) {
        if (!left.contains(file.name()) && (rewritten.contains(file.name()) || spans.overlap(file))) {
          first.put(file.name(), file);
          ofTurn.add(file.name());
        }
      }
      count(table);
    }

    /** Counts again. */
    void count(LsmTable table) {
      List<SstFile> left = leftOf(table);
      KeySpans spans = new KeySpans(ranges);
      KeySpans written = KeySpans.of(left);
      Set<String> counted = names(left);
      Set<String> now = names(table.files());
      after = 0;
      for (SstFile file : table.files()) {
        if (ofTurn.contains(file.name()) || counted.contains(file.name()) || spans.overlap(file)) {
          after += file.tombstones();
        }
      }
      before = first.values().stream()
          .filter(file -> ofTurn.contains(file.name()) || !now.contains(file.name()) && written.overlap(file))
          .mapToLong(SstFile::tombstones).sum();
    }

    /** The files that hold what is left of files of the turn. */
    private List<SstFile> leftOf(LsmTable table) {
      Set<String> now = names(table.files());
      KeySpans gone = KeySpans.of(ofTurn.stream().filter(name -> !now.contains(name)).map(first::get)
          .collect(Collectors.toList()));
      return table.files().stream()
          .filter(file -> file.level() > 0 && !first.containsKey(file.name()) && gone.overlap(file))
          .collect(Collectors.toList());
    }

    private static Set<String> names(Collection<SstFile> files) {
      return files.stream().map(SstFile::name).collect(Collectors.toSet());
    }

    long before() {
      return before;
    }

    long after() {
      return after;
    }
  }

  /** The keys of many ranges of one table together, for questions about many files. Immutable. */
  private static final class KeySpans {
    /** By first key; none overlaps another. */
    private final TreeMap<byte[], KeyRange> byBegin = new TreeMap<>(Keys::compare);

    KeySpans(Collection<KeyRange> ranges) {
      List<KeyRange> sorted = new ArrayList<>(ranges);
      sorted.sort(Comparator.comparing(KeyRange::begin, Keys::compare));
      for (KeyRange range : sorted) {
        Map.Entry<byte[], KeyRange> last = byBegin.lastEntry();
        if (last == null || !last.getValue().overlaps(range)) {
          byBegin.put(range.begin(), range);
        } else if (Keys.compare(range.lastKey(), last.getValue().lastKey()) > 0) {
          byBegin.put(last.getKey(), new KeyRange(last.getKey(), range.lastKey()));
        }
      }
    }

    /** From the first to the last key of each file. */
    static KeySpans of(Collection<SstFile> files) {
      List<KeyRange> ranges = new ArrayList<>(files.size());
      files.forEach(file -> ranges.add(span(file)));
      return new KeySpans(ranges);
    }

    static KeyRange span(SstFile file) {
      return new KeyRange(file.smallestKey(), file.largestKey());
    }

    boolean overlap(SstFile file) {
      Map.Entry<byte[], KeyRange> before = byBegin.floorEntry(file.largestKey());
      return before != null && before.getValue().overlaps(span(file));
    }
  }
}
