// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

import java.util.function.BooleanSupplier;

/** Looks on while SST files are read on its own thread. Asked and told all the time, every few hundred keys. */
@FunctionalInterface
public interface ScanWatch {

  /** Whether to stop reading; an interrupt of the thread stops it too. */
  boolean isStopped();

  /**
   * May take its time, to hold a rate.
   *
   * @param bytes of SST files that were read since it was told last
   */
  default void hasRead(long bytes) {
  }

  /** The same, and stops earlier. */
  default ScanWatch until(BooleanSupplier alsoStopped) {
    ScanWatch all = this;
    return new ScanWatch() {
      @Override
      public boolean isStopped() {
        return all.isStopped() || alsoStopped.getAsBoolean();
      }

      @Override
      public void hasRead(long bytes) {
        all.hasRead(bytes);
      }
    };
  }
}
