// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.apache.hadoop.ozone.om.compaction.scan.CountedReads;
import org.apache.hadoop.ozone.om.compaction.scan.TombstoneSearch;
import org.apache.hadoop.ozone.om.compaction.turn.cases.OneNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A file that begins in a and ends in b, with tombstones in b only. */
class TombstoneSearchTest extends OneNode {
  private LsmTable table;

  @BeforeEach
  void oneFile() throws Exception {
    db.withoutAutomaticCompaction(TABLE);
    db.putAll(TABLE, a, KEYS, VALUE_BYTES);
    db.deleteAll(TABLE, b, KEYS);
    db.flush(TABLE);
    table = new LsmReader(db::metadata).read().table(TABLE);
  }

  @Test
  void findsOnWhichSideOfTheEdgeTombstonesAre() throws Exception {
    assertThat(holdsTombstones(a, () -> false)).isFalse();
    assertThat(holdsTombstones(b, () -> false)).isTrue();
  }

  @Test
  void readsTheRangeOnlyUpToTheFirstTombstone() throws Exception {
    long file = table.files().get(0).sizeBytes();
    CountedReads inA = new CountedReads();
    assertThat(holdsTombstones(new KeyRange(a, OpenOmDb.key(a, 99_999_999)), inA)).isFalse();
    assertThat(inA.bytes()).as("half of the entries").isBetween(file / 3, file * 2 / 3);

    db.settle(TABLE);
    db.put(TABLE, OpenOmDb.key(b, 0), VALUE_BYTES);
    db.putAll(TABLE, c, 40 * KEYS, VALUE_BYTES);
    db.delete(TABLE, OpenOmDb.key(c, 0));
    db.flush(TABLE);
    table = new LsmReader(db::metadata).read().table(TABLE);
    CountedReads inC = new CountedReads();
    assertThat(holdsTombstones(new KeyRange(c, OpenOmDb.key(c, 99_999_999)), inC)).isTrue();
    assertThat(inC.bytes()).isPositive().isLessThan(newest().sizeBytes() / 20);
  }

  @Test
  void scansEachFileOnce() throws Exception {
    CountedReads reads = new CountedReads();
    TombstoneSearch search = new TombstoneSearch(db.database(), new KeyRange(a, OpenOmDb.key(a, 99_999_999)), reads);
    search.mayFindIn(newest());
    long once = reads.bytes();
    search.mayFindIn(newest());
    assertThat(reads.bytes()).isEqualTo(once);
  }

  @Test
  void readsNothingOnceTheTurnIsCancelled() throws Exception {
    CountedReads reads = new CountedReads(() -> true);
    assertThat(holdsTombstones(new KeyRange(a, OpenOmDb.key(a, 99_999_999)), reads)).isTrue();
    assertThat(reads.bytes()).isZero();
  }

  private boolean holdsTombstones(byte[] bucket, BooleanSupplier stopped) throws Exception {
    return holdsTombstones(new KeyRange(bucket, OpenOmDb.key(bucket, 99_999_999)), new CountedReads(stopped));
  }

  private boolean holdsTombstones(KeyRange range, CountedReads reads) throws Exception {
    return new TombstoneSearch(db.database(), range, reads).mayFindIn(newest());
  }

  private SstFile newest() {
    return table.files().stream().max(Comparator.comparing(SstFile::name)).orElseThrow();
  }
}
