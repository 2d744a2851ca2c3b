// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.ozone.om.compaction.lsm.BusyScans;
import org.apache.hadoop.ozone.om.compaction.lsm.LsmReader;
import org.apache.hadoop.ozone.om.compaction.planner.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.LsmTable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A file that begins in a and ends in b, with tombstones in b only. */
class EdgeScanTest extends OneNode {
  private LsmTable table;

  @BeforeEach
  void oneFile() throws Exception {
    db.withoutAutomaticCompaction(TABLE);
    db.putAll(TABLE, a, KEYS, VALUE_BYTES);
    db.deleteAll(TABLE, b, KEYS);
    db.flush(TABLE);
    table = new LsmReader(db::metadata).read(List.of(TABLE)).table(TABLE);
  }

  @Test
  void tells_on_which_side_of_the_edge_the_tombstones_are() throws Exception {
    assertThat(holdsTombstones(a, () -> false)).isFalse();
    assertThat(holdsTombstones(b, () -> false)).isTrue();
  }

  @Test
  void does_not_wait_for_files_that_others_have_counted() throws Exception {
    exactCounts.close();
    exactCounts = new BusyScans().counts();
    assertThat(holdsTombstones(a, () -> false)).isFalse();
  }

  @Test
  void reads_on_only_while_the_turn_is_wanted() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    assertThat(holdsTombstones(a, () -> asked.incrementAndGet() > 1)).isTrue();
    assertThat(asked).hasValue(2);
  }

  @Test
  void gives_a_file_up_that_takes_too_long() throws Exception {
    assertThat(holdsTombstones(a, () -> {
      handClock.advance(10_000);
      return false;
    })).isTrue();
  }

  private boolean holdsTombstones(byte[] bucket, BooleanSupplier stopped) throws Exception {
    KeyRange range = new KeyRange(bucket, OpenOmDb.key(bucket, 99_999_999));
    return new EdgeScan(exactCounts, db.database(), handClock, stopped)
        .holdsTombstones(table, table.files().get(0), range);
  }
}
