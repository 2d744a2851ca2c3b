// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ratis;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.hdds.utils.db.BatchOperation;
import org.apache.hadoop.ozone.om.OMMetadataManager;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.compaction.job.JobRegistry;
import org.apache.hadoop.ozone.om.compaction.lsm.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksIterator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The job records' place in om.db: OM's metaTable, a table of strings that stock OM reads by single known keys only.
 * So the records live through restarts and travel with every checkpoint, and a stock OM that opens this om.db never
 * sees them.
 */
public final class JobRecordTable implements JobRegistry.Records {
  private static final Logger LOG = LoggerFactory.getLogger(JobRecordTable.class);
  private static final String PREFIX = "#RangeCompactionJob/";

  private final Supplier<OMMetadataManager> metadata;

  /** @param metadata OM's current metadata manager; may give null, or one without a store */
  public JobRecordTable(Supplier<OMMetadataManager> metadata) {
    this.metadata = metadata;
  }

  @Override
  public Object identity() {
    OMMetadataManager current = metadata.get();
    return current == null ? null : current.getStore();
  }

  /** Reads below Ozone's iterator, to which a block that cannot be read is the end of the table. */
  @Override
  public List<JobRecord> readAll() throws IOException {
    OmDatabase database = OmDatabase.current(metadata);
    ColumnFamilyHandle table = database.columnFamily(OMDBDefinition.META_TABLE_DEF.getName()).getHandle();
    byte[] prefix = PREFIX.getBytes(StandardCharsets.UTF_8);
    return database.read(rocksDb -> {
      List<JobRecord> records = new ArrayList<>();
      try (RocksIterator rows = rocksDb.newIterator(table)) {
        for (rows.seek(prefix); rows.isValid() && startsWith(rows.key(), prefix); rows.next()) {
          parse(rows.key(), rows.value()).ifPresent(records::add);
        }
        rows.status();
      }
      return records;
    });
  }

  private static boolean startsWith(byte[] key, byte[] prefix) {
    return key.length >= prefix.length && Arrays.equals(Arrays.copyOf(key, prefix.length), prefix);
  }

  private static Optional<JobRecord> parse(byte[] key, byte[] row) {
    try {
      return Optional.of(JobRecord.parseFrom(Base64.getDecoder().decode(row)));
    } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
      LOG.error("The compaction job record {} cannot be read and is left alone",
          new String(key, StandardCharsets.UTF_8), e);
      return Optional.empty();
    }
  }

  static void put(OMMetadataManager metadata, BatchOperation batch, JobRecord job) throws IOException {
    metadata.getMetaTable().putWithBatch(batch, PREFIX + job.getSpec().getJobId(),
        Base64.getEncoder().encodeToString(job.toByteArray()));
  }

  static void delete(OMMetadataManager metadata, BatchOperation batch, String jobId) throws IOException {
    metadata.getMetaTable().deleteWithBatch(batch, PREFIX + jobId);
  }
}
