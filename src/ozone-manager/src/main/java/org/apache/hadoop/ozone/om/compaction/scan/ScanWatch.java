// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

import java.util.function.BooleanSupplier;

/** Controls a read of SST files. Called on the reading thread, every few hundred keys. */
@FunctionalInterface
public interface ScanWatch {

  /** True if reading has to stop. An interrupt of the thread stops it too. */
  boolean isStopped();

  /** Takes the bytes of SST files read since the last call; may sleep in order to hold a rate. */
  default void hasRead(long bytes) {
  }

  /** Returns a watch like this one that also stops as soon as {@code alsoStopped} is true. */
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
