// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.proto;

import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;

/** Reads what job records say, as everyone shows and sums it. */
public final class Recorded {
  private Recorded() {
  }

  /** Returns the name of a state or reason without its first word, which protobuf needs: QUEUED of JOB_QUEUED. */
  public static String name(Enum<?> value) {
    return value.name().substring(value.name().indexOf('_') + 1);
  }

  public static long tombstonesRemoved(TurnFigures figures) {
    return Math.max(0, figures.getTombstonesBefore() - figures.getTombstonesAfter());
  }

  /** The bytes that a turn wrote, by compactions and flushes. */
  public static long writtenBytes(TurnFigures figures) {
    return figures.getWriteBytes() + figures.getFlushedBytes();
  }
}
