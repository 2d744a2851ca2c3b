// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.hdds.server.http.HttpServer2;
import org.apache.hadoop.ozone.OzoneConsts;
import org.apache.hadoop.ozone.om.compaction.bucket.KeyNames;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.conf.ServiceConfig;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.job.JobImage;
import org.apache.hadoop.ozone.om.compaction.model.NodeJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeRoleJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceJson;
import org.apache.hadoop.ozone.om.compaction.model.WaitJson;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.WorthCompacting;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.apache.hadoop.ozone.om.compaction.service.AutoService;
import org.apache.hadoop.ozone.om.compaction.service.LoneLeader;
import org.apache.hadoop.ozone.om.compaction.service.ReconfigurableService;
import org.apache.hadoop.ozone.om.compaction.slow.SlowPlaces;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** The servlet in Ozone's own HTTP server, brought there as in an OM, over a real database. */
final class ServedOm implements AutoCloseable {
  static final int BUCKETS = 9;
  private static final String TABLE = "keyTable";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient client = HttpClient.newHttpClient();
  private final ExactCounts exactCounts = new ExactCounts();
  /** Stands for the OzoneManager, which the servlet only knows as a key. */
  private final Object key = new Object();
  private final List<JobRecord> jobs = new ArrayList<>();
  private final OmDatabaseFixture om;
  private final HttpServer2 server;
  private volatile Runnable describing = () -> { };

  private ServedOm(OmDatabaseFixture database) throws Exception {
    om = database;
    OzoneConfiguration conf = new OzoneConfiguration();
    CompactionHttpInitializer.addTo(conf);
    server = new HttpServer2.Builder().setName("ozoneManager").setConf(conf).withoutDefaultApps()
        .addEndpoint(URI.create("http://127.0.0.1:0")).setFindPort(true).build();
    server.setAttribute(OzoneConsts.OM_CONTEXT_ATTRIBUTE, key);
    server.start();
    register(Readers.everybody());
  }

  /** @return the name of a file of keyTable, as of now known to be corrupt */
  String corruptAFile() throws Exception {
    OmDatabase database = OmDatabase.current(om::metadata);
    String file = new LsmReader(om::metadata).read().table(TABLE).files().get(0).name();
    exactCounts.corruptFiles().note(database, TABLE, file,
        new RocksDBException("checksum mismatch", new Status(Status.Code.Corruption, Status.SubCode.None, "")));
    return file;
  }

  /** Nine buckets of a hundred keys, and others. */
  static ServedOm filled(Path directory) throws Exception {
    ServedOm served = empty(directory);
    served.fill();
    return served;
  }

  /** Without any volume. */
  static ServedOm empty(Path directory) throws Exception {
    OmDatabaseFixture om = new OmDatabaseFixture(directory);
    om.holdStill(TABLE);
    return new ServedOm(om);
  }

  OmDatabaseFixture database() {
    return om;
  }

  private void fill() throws Exception {
    om.volume("v");
    for (int b = 1; b <= BUCKETS; b++) {
      om.bucket("v", "b" + b, BucketLayout.OBJECT_STORE);
      for (int k = 0; k < 100; k++) {
        om.put(TABLE, "/v/b" + b + "/k" + k);
      }
    }
    om.put(TABLE, "/v/unknown/'\"<&>\u00e9\n");
    om.compact(TABLE);
    for (int b = 1; b <= BUCKETS; b++) {
      for (int k = 0; k < 10 * b; k++) {
        om.delete(TABLE, "/v/b" + b + "/k" + k);
      }
    }
    om.flush(TABLE);
    om.link("v", "link", "v", "b1");
    om.volume("few");
    fillBucketOfItsOwnFiles("openKeyTable", "c1", 10);
    fillBucketOfItsOwnFiles("multipartInfoTable", "c2", 20);
    for (int i = 9; i >= 0; i--) {
      jobs.add(JobRecord.newBuilder().setState(JobState.JOB_QUEUED).setUpdatedIndex(i)
          .setSpec(JobSpec.newBuilder().setJobId("00000000-0000-0000-0000-00000000000" + i)).build());
    }
  }

  private void fillBucketOfItsOwnFiles(String table, String bucket, int deleted) throws Exception {
    om.bucket("few", bucket, BucketLayout.OBJECT_STORE);
    for (int k = 0; k < 100; k++) {
      om.put(table, "/few/" + bucket + "/k" + k);
    }
    om.compact(table);
    for (int k = 0; k < deleted; k++) {
      om.delete(table, "/few/" + bucket + "/k" + k);
      if (k % 10 == 9) {
        om.flush(table);
      }
    }
  }

  void register(Readers readers) {
    register(readers, new OzoneConfiguration());
  }

  /** Lists are slow from here on: how slow one is depends on the machine. */
  void slowFrom(String seek) {
    OzoneConfiguration conf = new OzoneConfiguration();
    conf.set("ozone.om.range.compaction.service.hurting.seek", seek);
    register(Readers.everybody(), conf);
  }

  private void register(Readers readers, OzoneConfiguration conf) {
    NodePlanner planner = planner(conf);
    planner.rule().use(ServiceConfig.from(conf));
    ReconfigurableService<ServiceJson> service = new ReconfigurableService<>(conf, settings ->
        new AutoService<>(new LoneLeader(), settings, CompactionConfig.from(conf), planner, Clock.systemUTC(),
            ServiceModel::ranges));
    CompactionReads.register(key, new CompactionReads(new NodeView() {
      @Override
      public String nodeId() {
        return "om1";
      }

      @Override
      public NodeJson describe() {
        describing.run();
        return new NodeJson().nodeId("om1").role(NodeRoleJson.LEADER).reachable(true);
      }

      @Override
      public Optional<String> jobsFault() {
        return Optional.empty();
      }

      @Override
      public JobImage jobs() {
        return JobImage.of(IntStream.range(0, jobs.size())
            .mapToObj(i -> jobs.get(i).toBuilder().setCreatedIndex(jobs.size() - i).build()).toList());
      }

      @Override
      public Optional<WaitJson> waitingFor(String jobId) {
        return Optional.empty();
      }
    }, planner, service, readers));
  }

  KeyNames names() throws Exception {
    NodePlanner planner = planner(new OzoneConfiguration());
    return planner.buckets(planner.reader().database()).names();
  }

  /** A planner that knows of no scan. */
  NodePlanner freshPlanner() {
    return new NodePlanner(new LsmReader(om::metadata), new ExactCounts(),
        CompactionConfig.from(new OzoneConfiguration()));
  }

  private NodePlanner planner(OzoneConfiguration conf) {
    return new NodePlanner(new LsmReader(om::metadata), exactCounts, CompactionConfig.from(conf),
        new WorthCompacting(new SlowPlaces(), Clock.systemUTC()));
  }

  /** Newest first; those before are gone. */
  void hasJobs(JobRecord... newestFirst) {
    jobs.clear();
    jobs.addAll(List.of(newestFirst));
  }

  void unregister() {
    CompactionReads.unregister(key);
  }

  /** Runs before the node describes itself. */
  void onDescribe(Runnable action) {
    describing = action;
  }

  void stopDatabase() throws Exception {
    om.stop();
  }

  void reopenDatabase() throws Exception {
    om.reopen(-1);
    om.holdStill(TABLE);
  }

  JsonNode ok(String path) throws Exception {
    HttpResponse<String> response = get(path);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return json(response);
  }

  static JsonNode json(HttpResponse<String> response) throws Exception {
    assertThat(response.headers().firstValue("Content-Type").orElse("").toLowerCase(Locale.ROOT))
        .isEqualTo("application/json;charset=utf-8");
    return JSON.readTree(response.body());
  }

  HttpResponse<String> get(String path) throws Exception {
    return send(request(path).GET());
  }

  /** Sends a request, and closes the connection without waiting for the answer. */
  void hangUp(String path) throws Exception {
    try (Socket socket = new Socket("127.0.0.1", server.getConnectorAddress(0).getPort())) {
      socket.getOutputStream().write(("GET /compaction/v1" + path + " HTTP/1.1\r\nHost: om\r\n\r\n")
          .getBytes(StandardCharsets.US_ASCII));
    }
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.getConnectorAddress(0).getPort()
        + "/compaction/v1" + path));
  }

  HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
  }

  static String encode(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws Exception {
    server.stop();
    exactCounts.close();
    om.close();
  }
}
