// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ratis;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.hdds.utils.db.BatchOperation;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.InstalledRocksDb;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.job.Administrators;
import org.apache.hadoop.ozone.om.compaction.job.CommandCheck;
import org.apache.hadoop.ozone.om.compaction.job.JobRegistry;
import org.apache.hadoop.ozone.om.compaction.job.RingHealth;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionEnvelope;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.SubmitJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.execution.flowcontrol.ExecutionContext;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.apache.hadoop.ozone.om.response.OMClientResponse;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.EchoRPCRequest;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.OMRequest;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.Type;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.UserInfo;
import org.apache.ratis.server.protocol.TermIndex;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** A request handler of a single leader, over a real om.db with one bucket. Alice is the administrator. */
abstract class HandlerOverOmDb {
  static final String JOB = new UUID(1, 2).toString();

  @TempDir
  static Path directory;
  static OmDatabaseFixture om;
  static JobRecordTable table;
  final AuditLines audit = new AuditLines();
  CompactionRequestHandler handler = handler("alice"::equals, table);
  int refusals;
  long index;

  @BeforeAll
  static void open() throws Exception {
    om = new OmDatabaseFixture(directory);
    om.volume("vol");
    om.bucket("vol", "b", BucketLayout.OBJECT_STORE);
    table = new JobRecordTable(om::metadata);
  }

  @AfterAll
  static void close() throws Exception {
    om.close();
  }

  @AfterEach
  void forget() throws Exception {
    audit.close();
    commit(batch -> JobRecordTable.delete(om.metadata(), batch, JOB));
  }

  CompactionRequestHandler handler(Administrators administrators, JobRegistry.Records records) {
    return handler(administrators, records, InstalledRocksDb.loaded());
  }

  CompactionRequestHandler handler(Administrators administrators, JobRegistry.Records records,
      InstalledRocksDb rocksDb) {
    JobRegistry registry = new JobRegistry(records);
    CommandCheck check = new CommandCheck(CompactionConfig.from(new OzoneConfiguration()), registry, administrators,
        om::metadata, () -> Optional.of(new RingHealth("om1", List.of(RingHealth.Member.voter("om1", 0, 0)))),
        rocksDb);
    return new CompactionRequestHandler(null, registry, check, audit.audit(), () -> refusals++);
  }

  static Command.Builder submit() {
    return Command.newBuilder().setVersion(1).setSubmit(
        SubmitJob.newBuilder().setSpec(JobSpec.newBuilder().setJobId(JOB).addNodeIds("om1")
            .setTargets(Targets.newBuilder().addBuckets("/vol/b"))));
  }

  static OMRequest.Builder request(byte[] payload) {
    return OMRequest.newBuilder().setCmdType(Type.EchoRPC).setClientId("client").setTraceID("trace")
        .setUserInfo(UserInfo.newBuilder().setUserName("alice").setRemoteAddress("10.0.0.1"))
        .setEchoRPCRequest(EchoRPCRequest.newBuilder().setReadOnly(false)
            .setPayloadReq(ByteString.copyFrom(payload)));
  }

  /** The time is now unless the command sets it. */
  static OMRequest.Builder request(Command.Builder command) {
    if (command.getSentAtMs() == 0) {
      command.setSentAtMs(System.currentTimeMillis());
    }
    return request(CompactionEnvelope.wrap(command.build()));
  }

  /** Applies an entry of the log as OM does: the response's writes go into the database. */
  OMClientResponse apply(OMRequest request) throws Exception {
    index++;
    OMClientResponse response =
        handler.handleWriteRequestImpl(request, ExecutionContext.of(index, TermIndex.valueOf(1, index)));
    commit(batch -> response.checkAndUpdateDB(om.metadata(), batch));
    return response;
  }

  /** Writes of one batch. */
  interface Writes {
    void to(BatchOperation batch) throws IOException;
  }

  static void commit(Writes writes) throws IOException {
    try (BatchOperation batch = om.metadata().getStore().initBatchOperation()) {
      writes.to(batch);
      om.metadata().getStore().commitBatchOperation(batch);
    }
  }
}
