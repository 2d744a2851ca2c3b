// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

import java.util.function.BooleanSupplier;

/** Controls a read of SST files. Called on the reading thread, every few hundred keys. */
@FunctionalInterface
public interface ScanWatch {

  /** Whether to stop reading. An interrupt of the thread stops it too. */
  boolean isStopped();

  /**
   * Receives progress; may sleep in order to hold a rate.
   *
   * @param bytes of SST files that were read since the last call
   */
  default void hasRead(long bytes) {
  }

  /** The same watch with a further condition to stop. */
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
