// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowlist;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseFaultException;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.SpanTables;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.seek.SeekCache;
import org.apache.hadoop.ozone.om.compaction.seek.SeekProbe;
import org.apache.hadoop.ozone.om.compaction.seek.TableHead;

/**
 * Warnings of table heads that are slow to pass on this OM, a sentence for each table. Pages ask every few
 * seconds: measured anew twice a minute at most, by one request at a time, while others take what is known.
 */
public final class HeadWarnings {
  private static final Duration REMEMBERED = Duration.ofSeconds(30);

  private final NodePlanner planner;
  private final SeekCache seeks;
  private final AtomicBoolean measuring = new AtomicBoolean();
  private volatile List<String> known = Collections.emptyList();
  private volatile long measuredAt = System.nanoTime() - REMEMBERED.toNanos();

  public HeadWarnings(NodePlanner planner, SeekCache seeks) {
    this.planner = planner;
    this.seeks = seeks;
  }

  /** Those of the last half minute; none while the OM has no open database. */
  public List<String> now() {
    if (System.nanoTime() - measuredAt >= REMEMBERED.toNanos() && measuring.compareAndSet(false, true)) {
      try {
        known = Collections.unmodifiableList(measure());
      } catch (DatabaseUnavailableException e) {
        known = Collections.emptyList();
      } catch (DatabaseFaultException e) {
        // A client that asks for nodes still has to see them, and that something is wrong with this one.
        known = Collections.singletonList("This OM's database cannot be read: " + e.getMessage() + ".");
      } finally {
        measuredAt = System.nanoTime();
        measuring.set(false);
      }
    }
    return known;
  }

  private List<String> measure() throws DatabaseUnavailableException {
    List<String> warnings = new ArrayList<>();
    OmDatabase database = planner.reader().database();
    SeekProbe probe = new SeekProbe();
    long slowMicros = planner.rule().waitMicros();
    for (String table : SpanTables.names()) {
      if (probe.seekToFirst(database, table).micros() >= slowMicros) {
        NodeStatistics statistics =
            planner.statistics(Targets.newBuilder().addTables(table).build(), Precision.METADATA);
        TableHead head = TableHead.measure(statistics.snapshot(), statistics.table(table), seeks);
        SlowPlace place = head == null ? SlowPlace.NOT_MEASURED
            : new PlaceProbe(statistics, seeks, slowMicros, Duration.ZERO).head(head);
        if (place.isSlow()) {
          warnings.add(place.why());
        }
      }
    }
    return warnings;
  }
}
