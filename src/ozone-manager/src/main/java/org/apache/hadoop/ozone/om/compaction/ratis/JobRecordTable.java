// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ratis;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.hdds.utils.db.BatchOperation;
import org.apache.hadoop.ozone.om.OMMetadataManager;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.job.JobImage;
import org.apache.hadoop.ozone.om.compaction.job.JobRegistry;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ServiceRecord;
import org.apache.hadoop.ozone.om.compaction.rule.JobLimitRules;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores job records in OM's metaTable, where an OM without the add-on ignores them. A job's spec has a row of its own,
 * because it is large and is written only once.
 */
public final class JobRecordTable implements JobRegistry.Records {
  private static final Logger LOG = LoggerFactory.getLogger(JobRecordTable.class);
  private static final String RECORDS = "#RangeCompactionJob/";
  private static final String SPECS = "#RangeCompactionSpec/";
  private static final String SERVICE = "#RangeCompactionService";

  private final Supplier<OMMetadataManager> metadata;

  /** @param metadata supplies OM's current metadata manager; may return null, or a manager without a store */
  public JobRecordTable(Supplier<OMMetadataManager> metadata) {
    this.metadata = metadata;
  }

  @Override
  public Object identity() {
    OMMetadataManager current = metadata.get();
    return current == null ? null : current.getStore();
  }

  /** Reads all records. Does not use Ozone's iterator, which takes an unreadable block for the table's end. */
  @Override
  public JobImage read() throws IOException {
    OmDatabase database = OmDatabase.current(metadata);
    ColumnFamilyHandle table = database.columnFamily(OMDBDefinition.META_TABLE_DEF.getName()).getHandle();
    return database.read(rocksDb -> {
      Map<String, JobSpec> specs = read(rocksDb, table, SPECS, JobSpec::parseFrom);
      Map<String, JobRecord> records = read(rocksDb, table, RECORDS, JobRecord::parseFrom);
      List<JobRecord> joined = new ArrayList<>();
      records.forEach((jobId, record) -> {
        JobSpec spec = specs.get(jobId);
        if (spec == null) {
          LOG.error("The compaction job record {} has no spec and is left alone", jobId);
        } else {
          joined.add(record.toBuilder().setSpec(
              record.hasSpec() ? JobLimitRules.with(spec, JobLimitRules.of(record.getSpec())) : spec).build());
        }
      });
      Map<String, ServiceRecord> service = read(rocksDb, table, SERVICE, ServiceRecord::parseFrom);
      return JobImage.of(joined, service.getOrDefault("", ServiceRecord.getDefaultInstance()));
    });
  }

  private interface Parser<T> {
    T parse(byte[] row) throws InvalidProtocolBufferException;
  }

  private static <T> Map<String, T> read(RocksDB rocksDb, ColumnFamilyHandle table, String prefix, Parser<T> parser)
      throws RocksDBException {
    Map<String, T> byJob = new LinkedHashMap<>();
    byte[] begin = prefix.getBytes(StandardCharsets.UTF_8);
    try (RocksIterator rows = rocksDb.newIterator(table)) {
      for (rows.seek(begin); rows.isValid() && startsWith(rows.key(), begin); rows.next()) {
        String key = new String(rows.key(), StandardCharsets.UTF_8);
        try {
          byJob.put(key.substring(prefix.length()), parser.parse(Base64.getDecoder().decode(rows.value())));
        } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
          LOG.error("The row {} of compaction jobs cannot be read and is left alone", key, e);
        }
      }
      rows.status();
    }
    return byJob;
  }

  private static boolean startsWith(byte[] key, byte[] prefix) {
    return key.length >= prefix.length && Arrays.equals(Arrays.copyOf(key, prefix.length), prefix);
  }

  /** With only the limits of the job's spec: the whole spec is written once, as only its limits can change later. */
  static void put(OMMetadataManager metadata, BatchOperation batch, JobRecord job) throws IOException {
    String jobId = job.getSpec().getJobId();
    if (job.getCreatedIndex() == job.getUpdatedIndex()) {
      put(metadata, batch, SPECS + jobId, job.getSpec());
    }
    put(metadata, batch, RECORDS + jobId, job.toBuilder()
        .setSpec(JobLimitRules.with(JobSpec.getDefaultInstance(), JobLimitRules.of(job.getSpec()))).build());
  }

  static void put(OMMetadataManager metadata, BatchOperation batch, ServiceRecord service) throws IOException {
    put(metadata, batch, SERVICE, service);
  }

  private static void put(OMMetadataManager metadata, BatchOperation batch, String key, MessageLite row)
      throws IOException {
    metadata.getMetaTable().putWithBatch(batch, key, Base64.getEncoder().encodeToString(row.toByteArray()));
  }

  static void delete(OMMetadataManager metadata, BatchOperation batch, String jobId) throws IOException {
    metadata.getMetaTable().deleteWithBatch(batch, SPECS + jobId);
    metadata.getMetaTable().deleteWithBatch(batch, RECORDS + jobId);
  }
}
