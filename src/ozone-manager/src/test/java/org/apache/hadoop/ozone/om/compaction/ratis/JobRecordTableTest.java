// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ratis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.hdds.utils.db.BatchOperation;
import org.apache.hadoop.hdds.utils.db.Table;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseFaultException;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobRecordTableTest {
  private static final String META_TABLE = "metaTable";
  private static final List<JobRecord> JOBS = IntStream.range(0, 40).mapToObj(JobRecordTableTest::job)
      .collect(Collectors.toList());

  @TempDir
  private Path directory;
  private OmDatabaseFixture om;
  private JobRecordTable records;

  @BeforeEach
  void open() throws Exception {
    om = new OmDatabaseFixture(directory);
    om.holdStill(META_TABLE);
    records = new JobRecordTable(om::metadata);
    Table<String, String> rows = om.metadata().getMetaTable();
    rows.put("#", "before");
    rows.put("#RangeCompactionJob", "is none");
    rows.put("#RangeCompactionJoc", "behind");
    for (JobRecord job : JOBS) {
      put(job.toBuilder().setUpdatedIndex(job.getCreatedIndex()).build());
      put(job);
    }
  }

  private void put(JobRecord job) throws IOException {
    try (BatchOperation batch = om.metadata().getStore().initBatchOperation()) {
      JobRecordTable.put(om.metadata(), batch, job);
      om.metadata().getStore().commitBatchOperation(batch);
    }
  }

  @AfterEach
  void close() throws Exception {
    om.close();
  }

  private static JobRecord job(int number) {
    byte[] key = new byte[1000];
    new Random(number).nextBytes(key);
    return JobRecord.newBuilder().setCreatedIndex(number).setUpdatedIndex(100).setSpec(JobSpec.newBuilder()
        .setJobId(new UUID(0, number).toString()).setTargets(Targets.newBuilder().addKeyRanges(
            KeyRange.newBuilder().setTable("keyTable").setBegin(ByteString.copyFrom(key))))).build();
  }

  @Test
  void allAreRead() throws IOException {
    assertThat(List.copyOf(records.read().jobs())).isEqualTo(JOBS);
  }

  @Test
  void specIsWrittenOnceAndStateIsSmall() throws IOException {
    String spec = "#RangeCompactionSpec/" + JOBS.get(0).getSpec().getJobId();
    String asked = om.metadata().getMetaTable().get(spec);
    om.metadata().getMetaTable().put(spec, "untouched");
    put(JOBS.get(0).toBuilder().setUpdatedIndex(101).build());

    assertThat(om.metadata().getMetaTable().get(spec)).isEqualTo("untouched");
    assertThat(asked).hasSizeGreaterThan(1000);
    assertThat(om.metadata().getMetaTable().get("#RangeCompactionJob/" + JOBS.get(0).getSpec().getJobId()))
        .hasSizeLessThan(50);
  }

  @Test
  void deletedJobLeavesNoRows() throws IOException {
    String jobId = JOBS.get(0).getSpec().getJobId();
    try (BatchOperation batch = om.metadata().getStore().initBatchOperation()) {
      JobRecordTable.delete(om.metadata(), batch, jobId);
      om.metadata().getStore().commitBatchOperation(batch);
    }

    assertThat(List.copyOf(records.read().jobs())).isEqualTo(JOBS.subList(1, JOBS.size()));
    assertThat(om.metadata().getMetaTable().get("#RangeCompactionSpec/" + jobId)).isNull();
    assertThat(om.metadata().getMetaTable().get("#RangeCompactionJob/" + jobId)).isNull();
  }

  @Test
  void unparsableRowsAreLeftOut() throws IOException {
    om.metadata().getMetaTable().put("#RangeCompactionJob/0", "#");
    om.metadata().getMetaTable().put("#RangeCompactionJob/2", "");
    om.metadata().getMetaTable().put("#RangeCompactionJob/1", Base64.getEncoder().encodeToString(new byte[] {1}));

    assertThat(List.copyOf(records.read().jobs())).isEqualTo(JOBS);
  }

  @Test
  void unreadableLastBlockIsAnError() throws Exception {
    om.flush(META_TABLE);
    om.corrupt(META_TABLE);
    om.reopen(-1);
    try (Table.KeyValueIterator<String, String> rows = om.metadata().getMetaTable().iterator("#RangeCompactionJob/")) {
      assertThat(rows.hasNext()).as("so it looks to Ozone").isFalse();
    }

    assertThatThrownBy(records::read).isInstanceOf(DatabaseFaultException.class)
        .hasMessageContaining("checksum");
  }

  @Test
  void unreadableMiddleBlockIsAnError() throws Exception {
    om.flush(META_TABLE);
    OmDatabaseFixture.overwrite(om.rocks().getLiveFilesMetaData().stream()
        .filter(file -> META_TABLE.equals(new String(file.columnFamilyName()))).findFirst().orElseThrow(), 30_000, 100);
    om.reopen(-1);

    assertThatThrownBy(records::read).isInstanceOf(DatabaseFaultException.class);
  }

  @Test
  void closedDatabaseIsNotEmpty() throws Exception {
    om.stop();

    assertThatThrownBy(records::read).isInstanceOf(DatabaseUnavailableException.class);
    om.reopen(-1);
  }
}
