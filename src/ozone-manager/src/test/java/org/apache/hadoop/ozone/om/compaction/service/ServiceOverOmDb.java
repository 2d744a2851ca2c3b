// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.model.ServiceJson;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.WorthCompacting;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.EndTurns;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.GrantTurn;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Round;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.StartTurn;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.rest.ServiceModel;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.apache.hadoop.ozone.om.compaction.slow.SlowPlaces;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * The service over a real om.db in which 12,000 of 15,000 keys of one bucket are deleted, 100 of 200 of another, and
 * none of a large one between them.
 */
abstract class ServiceOverOmDb {
  static final String PREFIX = "ozone.om.range.compaction.service.";
  static final int DELETED = 12_000;

  final LoneLeader leader = new LoneLeader();
  final OzoneConfiguration conf = new OzoneConfiguration();
  OmDatabaseFixture om;
  ReconfigurableService<ServiceJson> service;
  NodePlanner planner;
  CompactionConfig limits;
  ExactCounts exactCounts = new ExactCounts();

  @BeforeEach
  void open(@TempDir Path directory) throws Exception {
    om = new OmDatabaseFixture(directory);
    om.volume("lake");
    bucket("staging", 15_000);
    bucket("quiet", 200);
    bucket("running", 30_000);
    om.compact("keyTable");
    delete("staging", DELETED);
    delete("quiet", 100);
    om.flush("keyTable");
    conf.set(PREFIX + "enabled", "true");
    conf.set(PREFIX + "interval", "1s");
    conf.set(PREFIX + "hurting.seek", "1m"); // No list is slow, unless a test says from when on.
  }

  @AfterEach
  void close() throws Exception {
    if (service != null) {
      service.close();
    }
    om.stop();
  }

  private void bucket(String name, int keys) throws Exception {
    om.bucket("lake", name, BucketLayout.OBJECT_STORE);
    for (int i = 0; i < keys; i++) {
      om.put("keyTable", String.format("/lake/%s/%05d", name, i));
    }
  }

  void delete(String name, int keys) throws Exception {
    delete(name, 0, keys);
  }

  void delete(String name, int from, int to) throws Exception {
    for (int i = from; i < to; i++) {
      om.delete("keyTable", String.format("/lake/%s/%05d", name, i));
    }
  }

  ServiceOverOmDb start() {
    // Two busy cores may not come to the end of a look within a second.
    WorthCompacting rule = new WorthCompacting(new SlowPlaces(), Clock.systemUTC(), Duration.ofMinutes(1));
    limits = CompactionConfig.from(conf);
    planner = new NodePlanner(new LsmReader(om::metadata), exactCounts, limits, rule);
    service = new ReconfigurableService<>(conf, settings -> {
      rule.use(settings);
      return new AutoService<>(leader, settings, limits, planner, Clock.systemUTC(), ServiceModel::ranges);
    });
    service.start();
    return this;
  }

  ServiceJson current() {
    return ServiceModel.current(service.current());
  }

  ServiceJson lookAt(Targets targets) throws DatabaseUnavailableException {
    return ServiceModel.lookAt(service.current(), targets);
  }

  ServiceJson looked() {
    return Awaitility.await("a look").atMost(30, TimeUnit.SECONDS)
        .until(this::current, current -> current.getLooked() != null);
  }

  static Targets bucket(String name) {
    return Targets.newBuilder().addBuckets("/lake/" + name).build();
  }

  JobRecord submit(String... nodeIds) throws Exception {
    leader.submit(JobSpec.newBuilder().setJobId(UUID.randomUUID().toString()).addAllNodeIds(List.of(nodeIds))
        .setRound(Round.newBuilder().setPredictedTombstones(1_000)).build());
    return rounds().get(rounds().size() - 1);
  }

  List<JobRecord> rounds() {
    return leader.jobs().rounds();
  }

  JobRecord round() {
    return Awaitility.await("a round").atMost(30, TimeUnit.SECONDS).until(this::rounds, any -> !any.isEmpty()).get(0);
  }

  void end(JobRecord round, TurnFigures.Builder figures) {
    end(round, EndTurns.newBuilder().setState(TurnState.TURN_SUCCEEDED).setFigures(figures));
  }

  void end(JobRecord round, TurnState state, String message) {
    end(round, EndTurns.newBuilder().setState(state).setMessage(message));
  }

  private void end(JobRecord round, EndTurns.Builder end) {
    String jobId = round.getSpec().getJobId();
    leader.apply(Command.newBuilder().setGrantTurn(GrantTurn.newBuilder().setJobId(jobId).setNodeId("om1")));
    leader.apply(Command.newBuilder().setStartTurn(StartTurn.newBuilder().setJobId(jobId).setNodeId("om1")));
    leader.apply(Command.newBuilder().setEndTurns(end.setJobId(jobId).addNodeIds("om1")));
  }
}
