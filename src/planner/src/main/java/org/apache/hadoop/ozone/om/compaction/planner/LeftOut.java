// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.Locale;

/** A target, or one range of it, that a plan does not take up, and why. Immutable. */
public final class LeftOut {
  /** Why a plan leaves something out. */
  public enum Reason {
    /** No file of the span holds a tombstone. */
    NO_TOMBSTONES,
    /** Even if all possible tombstones are in the span they are too few. */
    BELOW_MIN_TOMBSTONES,
    /** Even if all possible tombstones are in the span their ratio is too small. */
    BELOW_MIN_RATIO,
    /** A compaction that runs now reads a file of the range. */
    BEING_COMPACTED,
    /** A better range of the plan rewrites the same files. */
    COVERED_BY_BETTER_RANGE,
    /** Enough better ranges were found. */
    BEYOND_TOP
  }

  private final SpanCensus target;
  private final KeyRange range;
  private final Reason reason;
  private final SstFile busyFile;
  private final PlanLimits limits;

  /** @param busyFile null unless the reason is a compaction that runs now */
  LeftOut(SpanCensus target, KeyRange range, Reason reason, SstFile busyFile, PlanLimits limits) {
    this.target = target;
    this.range = range;
    this.reason = reason;
    this.busyFile = busyFile;
    this.limits = limits;
  }

  public SpanCensus target() {
    return target;
  }

  /** The range that is left out; null if the whole target is. */
  public KeyRange range() {
    return range;
  }

  /** Of the range, or else of the whole target. */
  public KeyRange keys() {
    return range == null ? target.span().keys() : range;
  }

  public Reason reason() {
    return reason;
  }

  /** The reason for people, with numbers. */
  public String sentence() {
    switch (reason) {
      case NO_TOMBSTONES:
        return "None of its " + (target.ownFiles() + target.sharedFiles()) + " SST files holds a tombstone.";
      case BELOW_MIN_TOMBSTONES:
        return "It holds " + target.tombstones() + " tombstones, the minimum is " + limits.minTombstones() + ".";
      case BELOW_MIN_RATIO:
        return String.format(Locale.ROOT, "At most %.4f of its entries are tombstones, the minimum is %.4f.",
            target.mostRatio(), limits.minRatio());
      case BEING_COMPACTED:
        return "SST file " + busyFile.name() + " is being compacted now.";
      case COVERED_BY_BETTER_RANGE:
        return "Better ranges of the plan already remove the tombstones of its files.";
      case BEYOND_TOP:
        return "The best " + limits.top() + " ranges were asked for, and this is not one of them.";
      default:
        throw new IllegalStateException("No sentence for " + reason);
    }
  }

  @Override
  public String toString() {
    return (range == null ? target.span() : range + " of " + target.span()) + ": " + sentence();
  }
}
