// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.seek.SeekProbe;

/** Seeks and ages that {@link WorthCompacting} measured for the runs of one plan, by identity of the run. */
public final class MeasuredRuns {
  private final long waitMicros;
  private final long oldMillis;
  private final Set<SpanStatistics> enough = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<SpanStatistics> flushed = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<SpanStatistics, SeekProbe.Seek> seeks = new IdentityHashMap<>();
  private final Map<SpanStatistics, Long> oldest = new IdentityHashMap<>();

  /**
   * @param waitMicros a list that waits so long is too slow
   * @param oldMillis  since 1970: tombstones from then or before are too old; 0 for none
   */
  MeasuredRuns(long waitMicros, long oldMillis) {
    this.waitMicros = waitMicros;
    this.oldMillis = oldMillis;
  }

  /** The result for a plan without measurements. */
  static MeasuredRuns none() {
    return new MeasuredRuns(Long.MAX_VALUE, 0);
  }

  void addEnough(SpanStatistics run) {
    enough.add(run);
  }

  /** Adds a run where a list waited until a flush. That leaves all tombstones, though a list passes them faster. */
  void addFlushed(SpanStatistics run) {
    flushed.add(run);
  }

  void seek(SpanStatistics run, SeekProbe.Seek seek) {
    seeks.put(run, seek);
  }

  void oldest(SpanStatistics run, long millis) {
    oldest.put(run, millis);
  }

  /** The slowest in a run; null if it was not measured. */
  public SeekProbe.Seek seek(SpanStatistics run) {
    return seeks.get(run);
  }

  /** Milliseconds since 1970: no tombstone of the run is older; empty if that is not known. */
  public OptionalLong oldestMillis(SpanStatistics run) {
    Long millis = oldest.get(run);
    return millis == null ? OptionalLong.empty() : OptionalLong.of(millis);
  }

  /** Whether a run reaches the minima. */
  public boolean isEnough(SpanStatistics run) {
    return enough.contains(run);
  }

  /** Whether a list waits too long in a run, or did until a flush. */
  public boolean waits(SpanStatistics run) {
    SeekProbe.Seek seek = seeks.get(run);
    return flushed.contains(run) || seek != null && seek.micros() >= waitMicros;
  }

  /** Whether tombstones of a run may be too old. */
  public boolean isOld(SpanStatistics run) {
    Long millis = oldest.get(run);
    return oldMillis > 0 && millis != null && millis <= oldMillis;
  }

  /** Whether a run is worth it, and belongs to a part of all that is. */
  boolean isOf(RoundPart part, SpanStatistics run) {
    return waits(run) ? part != RoundPart.OTHERS : part != RoundPart.WAITS && (isEnough(run) || isOld(run));
  }
}
