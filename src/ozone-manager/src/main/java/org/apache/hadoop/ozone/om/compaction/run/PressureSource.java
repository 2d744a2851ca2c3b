// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import java.io.IOException;
import java.util.Optional;

/** Where a turn gets its gauges from. */
@FunctionalInterface
public interface PressureSource {

  /**
   * One reading.
   *
   * @return empty while OM has no open database
   * @throws IOException if RocksDB or the disk does not tell
   */
  Optional<PressureGauges> read() throws IOException;
}
