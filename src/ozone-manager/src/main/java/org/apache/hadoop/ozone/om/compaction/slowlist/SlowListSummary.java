// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowlist;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseFaultException;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.model.NodeSlowLists;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.BucketsOfRange;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.slowplace.Deadline;
import org.apache.hadoop.ozone.om.compaction.slowplace.Place;
import org.apache.hadoop.ozone.om.compaction.slowplace.PlacesOfTable;

/**
 * Tells in short whether lists are slow on this OM, for whoever asks the ring's OMs about themselves: a follower may
 * serve reads, and may lead tomorrow. Thread-safe.
 */
public final class SlowListSummary {
  /** What has not changed is remembered for longer by the engine itself. */
  private static final Duration REMEMBERED = Duration.ofSeconds(1);
  /** So that a client that waits for half a second gets its answer. */
  private static final Duration TIME = Duration.ofMillis(200);

  private final NodePlanner planner;
  private final AtomicBoolean looking = new AtomicBoolean();
  private volatile Look last = new Look(Collections.emptyList(), null);
  private volatile long lookedAt = System.nanoTime() - REMEMBERED.toNanos();

  public SlowListSummary(NodePlanner planner) {
    this.planner = planner;
  }

  /** The result of one look. Immutable. */
  public static final class Look {
    private final List<String> warnings;
    private final NodeSlowLists summary;

    private Look(List<String> warnings, NodeSlowLists summary) {
      this.warnings = Collections.unmodifiableList(warnings);
      this.summary = summary;
    }

    /** What slows every list of a table, a sentence each. */
    public List<String> warnings() {
      return warnings;
    }

    /** Null while the OM has no open database, or cannot read it. */
    public NodeSlowLists summary() {
      return summary;
    }
  }

  /** That of the last second, or of another one now. */
  public Look now() {
    if (System.nanoTime() - lookedAt >= REMEMBERED.toNanos() && looking.compareAndSet(false, true)) {
      try {
        last = look();
      } catch (DatabaseUnavailableException e) {
        last = new Look(Collections.emptyList(), null);
      } catch (DatabaseFaultException e) {
        // A client that asks for nodes still has to see them, and that something is wrong with this one.
        last = new Look(Collections.singletonList("This OM's database cannot be read: " + e.getMessage() + "."), null);
      } finally {
        lookedAt = System.nanoTime();
        looking.set(false);
      }
    }
    return last;
  }

  private Look look() throws DatabaseUnavailableException {
    planner.reader().database();
    NodeStatistics statistics = planner.statistics(Targets.getDefaultInstance(), Precision.METADATA);
    RowWaits waits = RowWaits.look(statistics, planner.rule().slowPlaces(), Deadline.within(TIME));
    List<String> warnings = new ArrayList<>();
    NodeSlowLists summary = new NodeSlowLists().count(0).complete(true);
    Place slowest = null;
    for (String table : statistics.tables()) {
      PlacesOfTable places = waits.places(table);
      if (places.head() != null && places.head().waits().isSlow()) {
        warnings.add(waits.head(places.head()).why());
      }
      summary.count(summary.getCount() + places.slow().size())
          .complete(summary.getComplete() && places.notMeasured().isEmpty());
      for (Place place : places.slow()) {
        slowest = slowest == null || place.waits().unreadMicros() > slowest.waits().unreadMicros() ? place : slowest;
      }
    }
    if (slowest != null) {
      BucketsOfRange buckets = BucketsOfRange.of(statistics.table(slowest.table()), slowest.keys().keys());
      summary.slowestMicros(slowest.waits().unreadMicros()).table(slowest.table())
          .bucket(buckets.count() == 1 ? "/" + buckets.volume() + "/" + buckets.bucket() : buckets.first());
    }
    return new Look(warnings, summary);
  }
}
