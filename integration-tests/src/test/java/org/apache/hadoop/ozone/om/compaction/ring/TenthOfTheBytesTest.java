// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.database.OmTables;
import org.apache.hadoop.ozone.om.compaction.demo.BucketRows;
import org.apache.hadoop.ozone.om.compaction.demo.SeekTime;
import org.apache.hadoop.ozone.om.compaction.demo.TableRows;
import org.apache.hadoop.ozone.om.compaction.demo.WholeTable;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.slow.TableWalk;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Compares a job for one mass-deleted bucket with a forced compaction of the whole table, on the same database. */
@ExtendWith(RingFixture.class)
class TenthOfTheBytesTest {
  private static final int OTHERS = 15;

  @Test
  void sameSeekForATenthOfTheBytes(TestRing ring) throws Exception {
    TableRows[] others = new TableRows[OTHERS];
    for (int i = 0; i < OTHERS; i++) {
      others[i] = ring.rows("fileTable", ring.createBucket(BucketLayout.FILE_SYSTEM_OPTIMIZED));
    }
    ring.fill(others);
    String bucket = ring.massDeleted(BucketLayout.FILE_SYSTEM_OPTIMIZED, "fileTable");
    BucketRows rows = ring.rows("fileTable", bucket);
    OzoneManager om = ring.nodes().followers().get(0);
    Duration before = SeekTime.median(om, "fileTable", rows.prefix());
    WholeTable whole = WholeTable.compactCopy(om, TestRing.data("copy"), "fileTable", rows.prefix());

    assertThat(passes(om, rows, TestRing.DELETED)).as("all are passed").isTrue();
    JobJson job = ring.triggerAndWait("--bucket", TestRing.path(bucket), "--node-id", om.getOMNodeId());

    assertThat(job.getState()).as("%s", job).isEqualTo(JobStateJson.SUCCEEDED);
    Duration after = SeekTime.median(om, "fileTable", rows.prefix());
    long read = job.getTurns().get(0).getFigures().getReadBytes();
    long written = job.getTurns().get(0).getFigures().getWriteBytes();
    System.out.printf("Seek %s, after %s; whole table %s. Read %,d of %,d, wrote %,d of %,d bytes.%n", before, after,
        whole.seekAfter(), read, whole.readBytes(), written, whole.writtenBytes());
    assertThat(read).isPositive().isLessThanOrEqualTo(whole.readBytes() / 10);
    assertThat(written).isPositive().isLessThanOrEqualTo(whole.writtenBytes() / 10);
    assertThat(passes(om, rows, TestRing.DELETED / 10)).as("a list passes a tenth of what it passed").isFalse();
  }

  /** Whether a list of the bucket passes at least so many dead entries. */
  private static boolean passes(OzoneManager om, BucketRows rows, long deadEntries) throws Exception {
    try (OmTables tables = OmTables.of(om.getMetadataManager())) {
      return TableWalk.passes(tables.rocks(), tables.handle(rows.table()), rows.prefix(), deadEntries);
    }
  }
}
