// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseFaultException;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.model.NodeSlowListsJson;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.slow.Deadline;
import org.apache.hadoop.ozone.om.compaction.slow.Place;
import org.apache.hadoop.ozone.om.compaction.slow.PlacesOfTable;

/** Tells whether lists are slow on this OM. Followers tell it too, because they may serve reads. Thread-safe. */
public final class SlowListSummary {
  /** Time for which calls return the same summary. */
  private static final Duration REMEMBERED = Duration.ofSeconds(1);
  /** Time limit of a look, so that a client whose time limit is half a second gets its answer. */
  private static final Duration TIME = Duration.ofMillis(200);

  private final NodePlanner planner;
  private final PlaceFacts facts;
  private final AtomicBoolean looking = new AtomicBoolean();
  private volatile Report last = new Report(Collections.emptyList(), null);
  private volatile long lookedAt = System.nanoTime() - REMEMBERED.toNanos();

  public SlowListSummary(NodePlanner planner, PlaceFacts facts) {
    this.planner = planner;
    this.facts = facts;
  }

  /** The result of one look. Immutable. */
  public static final class Report {
    private final List<String> warnings;
    private final NodeSlowListsJson summary;

    private Report(List<String> warnings, NodeSlowListsJson summary) {
      this.warnings = Collections.unmodifiableList(warnings);
      this.summary = summary;
    }

    /** One sentence for each table with so many tombstones before its first live key that every list is slow. */
    public List<String> warnings() {
      return warnings;
    }

    /** The summary for the REST model; null while the OM has no open database, or if the database cannot be read. */
    public NodeSlowListsJson summary() {
      return summary;
    }
  }

  /** Returns a summary that is at most a second old. Returns an older one only while another thread makes a new one. */
  public Report now() {
    if (System.nanoTime() - lookedAt >= REMEMBERED.toNanos() && looking.compareAndSet(false, true)) {
      try {
        last = look();
      } catch (DatabaseUnavailableException e) {
        last = new Report(Collections.emptyList(), null);
      } catch (DatabaseFaultException e) {
        // Throws nothing: a client that lists the OMs has to see this OM, with a warning.
        last = new Report(Collections.singletonList("This OM's database cannot be read: " + e.getMessage() + "."),
            null);
      } finally {
        lookedAt = System.nanoTime();
        looking.set(false);
      }
    }
    return last;
  }

  private Report look() throws DatabaseUnavailableException {
    NodeStatistics statistics = planner.statistics(Targets.getDefaultInstance(), Precision.METADATA);
    List<String> warnings = new ArrayList<>();
    List<Place> slow = new ArrayList<>();
    NodeSlowListsJson summary = new NodeSlowListsJson().complete(true);
    for (PlacesOfTable places : planner.slowPlaces().findOrKnown(statistics.snapshot(), statistics.tables(),
        Deadline.within(TIME)).values()) {
      summary.complete(summary.getComplete() && places.notLookedAt().isEmpty());
      slow.addAll(places.slow());
    }
    slow.stream().filter(Place::isHead).forEach(head ->
        warnings.add(WhyListsWait.at(head, Optional.empty(), statistics.table(head.table()),
            statistics.names())));
    summary.count(slow.size());
    if (!slow.isEmpty()) {
      Place slowest = Collections.max(slow, Place.SLOWEST_LAST);
      summary.slowestMicros(slowest.waitMicros()).table(slowest.table());
      // These are few reads of one place, so the look's time limit is not asked again.
      try (PlaceFacts.Finder finder = facts.finder(statistics, () -> false)) {
        finder.bucketsAt(slowest).flatMap(buckets -> buckets.stream().findFirst())
            .ifPresent(first -> summary.bucket(first.path()));
      }
    }
    return new Report(warnings, summary);
  }
}
