// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.compaction.bucket.KeyNames;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.slow.DeadEntries;
import org.apache.hadoop.ozone.om.compaction.slow.Place;
import org.apache.hadoop.ozone.om.compaction.slow.WaitLimit;
import org.apache.hadoop.ozone.om.compaction.text.ValueFormat;

/** Says in one sentence which lists wait at a place, and for what. */
public final class WhyListsWait {
  private static final double MEBIBYTE = 1 << 20;

  private WhyListsWait() {
  }

  /** {@code holders} have keys at the place, in key order; nothing if they are not known. */
  public static String at(Place place, Optional<List<BucketSpan>> holders, TableStatistics table, KeyNames names) {
    return who(place, holders.orElse(Collections.emptyList()), table, names) + what(place) + '.';
  }

  private static String who(Place place, List<BucketSpan> holders, TableStatistics table, KeyNames names) {
    if (place.isHead()) {
      return "Every " + (isListed(place.table()) ? "list" : "scan") + " of " + place.table() + " passes ";
    }
    List<BucketSpan> begun = holders.stream().filter(span -> Keys.compare(place.keys().begin(), span.begin()) <= 0)
        .collect(Collectors.toList());
    BucketSpan before = table.knownSpansIn(place.keys()).stream().findFirst()
        .filter(span -> Keys.compare(span.begin(), place.keys().begin()) < 0).orElse(null);
    boolean comesToItsEnd = before != null && Keys.compare(before.end(), place.keys().end()) <= 0;
    String lists = begun.isEmpty() ? null : begun.size() == 1 ? "A list of " + begun.get(0).path()
        : "Lists of " + ValueFormat.count(begun.size(), "bucket") + ", " + begun.get(0).path() + " to "
            + begun.get(begun.size() - 1).path() + ",";
    if (lists != null) {
      return lists + (comesToItsEnd ? " and one of " + before.path() + " that comes to its end pass " : verb(begun));
    }
    if (before == null) {
      return "A list that comes to " + name(place, names) + " passes ";
    }
    return "A list of " + before.path() + " that comes to " + (comesToItsEnd ? "its end" : name(place, names))
        + " passes ";
  }

  private static String verb(List<BucketSpan> begun) {
    return begun.size() == 1 ? " passes " : " pass ";
  }

  private static boolean isListed(String table) {
    return table.equals(OMDBDefinition.KEY_TABLE) || table.equals(OMDBDefinition.FILE_TABLE)
        || table.equals(OMDBDefinition.DIRECTORY_TABLE);
  }

  /** Names the live key before a place. */
  private static String name(Place place, KeyNames names) {
    String name = names.of(place.before());
    return name == null ? ValueFormat.key(place.before()) : name;
  }

  private static String what(Place place) {
    DeadEntries dead = place.dead();
    boolean isLarge = dead.bytes() / MEBIBYTE * WaitLimit.MICROS_OF_A_MEBIBYTE
        > dead.all().most() * WaitLimit.MICROS_OF_A_DEAD_ENTRY;
    String inMemory = dead.memtableTombstones().most() == 0 ? ""
        : ", " + (dead.fileTombstones().most() == 0 ? "all" : ValueFormat.about(dead.memtableTombstones()))
            + " in memory";
    return (place.isEndReached() ? "" : "at least ") + ValueFormat.about(dead.allTombstones()) + " tombstones in a row"
        + inMemory + (isLarge ? ", and " + ValueFormat.bytes(dead.bytes()) + " that they hide" : "");
  }
}
