// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hdds.utils.db.Table;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.demo.TableRows;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.ratis.JobRecordTable;

/** Reads the om.db of one OM. */
public final class OmDb {
  private OmDb() {
  }

  /** Its job records, by job id. */
  public static Map<String, JobRecord> jobs(OzoneManager om) throws IOException {
    Map<String, JobRecord> records = new TreeMap<>();
    new JobRecordTable(om::getMetadataManager).read().jobs().forEach(job -> records.put(job.getSpec().getJobId(), job));
    return records;
  }

  /** The number of readable keys of the table with a prefix, on one OM. */
  static long live(OzoneManager om, TableRows rows, byte[] prefix) throws IOException {
    long count = 0;
    try (Table.KeyValueIterator<byte[], byte[]> found =
        om.getMetadataManager().getStore().getTable(rows.table()).iterator(prefix)) {
      for (; found.hasNext(); found.next()) {
        count++;
      }
    }
    return count;
  }

  static boolean isOpen(JobRecord job) {
    return switch (job.getState()) {
      case JOB_QUEUED, JOB_RUNNING -> true;
      default -> false;
    };
  }
}
