// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

import java.util.function.BooleanSupplier;

/** Adds up what was read, and stops when told to. */
public final class CountedReads implements ScanWatch {
  private final BooleanSupplier stopped;
  private long bytes;

  public CountedReads() {
    this(() -> false);
  }

  public CountedReads(BooleanSupplier stopped) {
    this.stopped = stopped;
  }

  @Override
  public boolean isStopped() {
    return stopped.getAsBoolean();
  }

  @Override
  public void hasRead(long more) {
    bytes += more;
  }

  public long bytes() {
    return bytes;
  }
}
