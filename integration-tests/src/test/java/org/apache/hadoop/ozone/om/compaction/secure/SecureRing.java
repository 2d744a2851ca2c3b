// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.secure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.client.BucketArgs;
import org.apache.hadoop.ozone.client.OzoneClient;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.demo.AdminCli;
import org.apache.hadoop.ozone.om.compaction.demo.BucketRows;
import org.apache.hadoop.ozone.om.compaction.demo.BulkTables;
import org.apache.hadoop.ozone.om.compaction.demo.EmbeddedRecon;
import org.apache.hadoop.ozone.om.compaction.demo.EmbeddedRing;
import org.apache.hadoop.ozone.om.compaction.demo.PortBlock;
import org.apache.hadoop.ozone.om.compaction.demo.ProcessUsers;
import org.apache.hadoop.ozone.om.compaction.model.BucketListJson;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.ring.OmDb;
import org.apache.hadoop.ozone.om.compaction.ring.RequestLog;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.apache.hadoop.security.UserGroupInformation;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** A ring as in production: Kerberos for RPC, SPNEGO for HTTP, certificates from SCM, a principal for each host. */
public final class SecureRing implements AutoCloseable {
  private static final Path FILES = Path.of(System.getProperty("ring.data"), "secure");
  private static final String OM_KEYTAB = "ozone.om.kerberos.keytab.file";
  private static final String ELSEWHERE = "om/elsewhere.example.com";
  private static final String RECON = "recon";
  private static final String VOLUME = "vault";
  private static final String BUCKET = "staging";
  /** The bucket that {@link #makeTombstones} fills. */
  static final String WORST = '/' + VOLUME + '/' + BUCKET;
  private static final Map<String, String> LOGIN = Map.of(
      "hadoop.security.authentication", "kerberos",
      // All OMs are one user with a name of its own, whatever their hosts.
      "hadoop.security.auth_to_local", "RULE:[2:$1@$0](om@EXAMPLE.COM)s/.*/ozone/ DEFAULT",
      // One minute by default; tests have tickets that live for seconds.
      "hadoop.kerberos.min.seconds.before.relogin", "1");
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int ROWS = 20_000;
  private static final int DELETED = 18_000;
  private static final long FILE_BYTES = 256 << 10;

  private final Kdc kdc;
  private final EmbeddedRing ring;
  private final BulkTables tables;
  private final AdminCli cli;
  private final Map<String, UserGroupInformation> users;
  private final UserGroupInformation alice;
  private final UserGroupInformation mallory;

  private SecureRing(Kdc kdc, EmbeddedRing ring, Map<String, UserGroupInformation> users) throws Exception {
    this.kdc = kdc;
    this.ring = ring;
    this.tables = new BulkTables(ring);
    this.users = users;
    this.alice = Kdc.login("alice", kdc.keytab("alice", "alice"));
    this.mallory = Kdc.login("mallory", kdc.keytab("mallory", "mallory"));
    Path site = FILES.resolve("cli/ozone-site.xml");
    ring.writeSite(site);
    this.cli = new AdminCli(site);
  }

  static SecureRing start() throws Exception {
    OzoneConfiguration login = new OzoneConfiguration();
    LOGIN.forEach(login::set);
    Kdc kdc = Kdc.start(FILES.resolve("kdc"), login);
    Path services = kdc.keytab("services", "om/node1.example.com", "om/node2.example.com", "om/node3.example.com",
        ELSEWHERE, "scm/localhost", "recon/localhost", "HTTP/localhost");
    Map<String, UserGroupInformation> users = new LinkedHashMap<>();
    users.put(ProcessUsers.SCM, Kdc.login("scm/localhost", services));
    for (int i = 1; i <= 3; i++) {
      users.put("omNode-" + i, Kdc.login("om/node" + i + ".example.com", services));
    }
    EmbeddedRing.Builder builder = EmbeddedRing.builder(FILES.resolve("ring"))
        .secure(new ProcessUsers(Map.copyOf(users)));
    settings(services.toString()).forEach(builder::set);
    users.put(RECON, Kdc.login("recon/localhost", services));
    SecureRing ring = new SecureRing(kdc, builder.start(), users);
    ring.alice.doAs((PrivilegedExceptionAction<Void>) () -> {
      ring.createBucket();
      return null;
    });
    return ring;
  }

  private static Map<String, String> settings(String keytab) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("ozone.security.enabled", "true");
    settings.putAll(LOGIN);
    settings.put("ozone.administrators", "alice");
    settings.put("hdds.scm.kerberos.principal", "scm/localhost@" + Kdc.REALM);
    settings.put("hdds.scm.kerberos.keytab.file", keytab);
    settings.put("ozone.om.kerberos.principal", "om/node1.example.com@" + Kdc.REALM);
    settings.put("ozone.om.kerberos.principal.pattern", "om/*@" + Kdc.REALM);
    settings.put(OM_KEYTAB, keytab);
    settings.put("ozone.security.http.kerberos.enabled", "true");
    settings.put("ozone.http.filter.initializers", "org.apache.hadoop.security.AuthenticationFilterInitializer");
    settings.put("ozone.om.http.auth.type", "kerberos");
    settings.put("ozone.om.http.auth.kerberos.principal", "HTTP/localhost@" + Kdc.REALM);
    settings.put("ozone.om.http.auth.kerberos.keytab", keytab);
    settings.put("ozone.om.range.compaction.disk.reserve", "100MB");
    // SCM is a ring of one and need not wait for others.
    settings.put("ozone.scm.ha.ratis.server.rpc.first-election.timeout", "1s");
    settings.put("ozone.scm.ha.ratis.leader.election.timeout", "1s");
    settings.put("ozone.scmclient.failover.retry.interval", "200ms");
    settings.put("ozone.block.deleting.service.interval", "1d");
    settings.put("ozone.directory.deleting.service.interval", "1d");
    settings.put("ozone.metastore.rocksdb.cf.write.buffer.size", "16MB");
    return settings;
  }

  private void createBucket() throws IOException {
    try (OzoneClient client = ring.newClient()) {
      client.getObjectStore().createVolume(VOLUME);
      client.getObjectStore().getVolume(VOLUME).createBucket(BUCKET,
          BucketArgs.newBuilder().setBucketLayout(BucketLayout.OBJECT_STORE).build());
    }
  }

  /** Deletes most of the bucket's keys. */
  void makeTombstones() throws IOException {
    BucketRows rows = BucketRows.of(ring.leader(), "keyTable", VOLUME, BUCKET);
    tables.put(rows, ROWS);
    tables.settle("keyTable", FILE_BYTES);
    tables.delete(rows, ROWS, row -> row < DELETED);
    tables.flush("keyTable");
  }

  EmbeddedRing nodes() {
    return ring;
  }

  /** An administrator. */
  UserGroupInformation alice() {
    return alice;
  }

  /** A user with a ticket but no rights. */
  UserGroupInformation mallory() {
    return mallory;
  }

  /** The principal of an OM, SCM or Recon. */
  String principal(String process) {
    return users.get(process).getUserName();
  }

  static ConditionFactory await(String what) {
    return Awaitility.await(what).atMost(PATIENCE).pollInterval(Duration.ofMillis(200));
  }

  /** Runs {@code ozone admin om compaction ...} as a user. */
  AdminCli.Result run(UserGroupInformation user, String... args) throws Exception {
    return user.doAs((PrivilegedExceptionAction<AdminCli.Result>) () -> cli.run(args));
  }

  /** Runs a command that must succeed; @return its output. */
  String runs(UserGroupInformation user, String... args) throws Exception {
    AdminCli.Result result = run(user, args);
    assertThat(result.exitCode()).as("%s: %s", List.of(args), result).isZero();
    return result.out();
  }

  /** Runs a command that must succeed, and reads its JSON. */
  <T> T reads(UserGroupInformation user, Class<T> model, String... args) throws Exception {
    return CompactionJson.mapper().readValue(
        runs(user, Stream.concat(Stream.of(args), Stream.of("--json")).toArray(String[]::new)), model);
  }

  /** Exact tombstones of the bucket, by node: of all nodes, when all files that matter are scanned. */
  Map<String, Long> tombstones() {
    Map<String, Long> tombstones = new TreeMap<>();
    ring.nodeIds().forEach(nodeId -> tombstones.put(nodeId, 0L));
    BucketListJson whole = await("a whole list").until(
        () -> reads(alice, BucketListJson.class, "list", "--exact", "--bucket", WORST, "--node-id", "all"),
        list -> list.getUnanswered().isEmpty() && list.getFilesToScan() == 0);
    whole.getBuckets().forEach(span -> tombstones.merge(span.getNodeId(), span.getTombstones().getHigh(), Long::sum));
    return tombstones;
  }

  /** Restarts one OM with other settings, and waits until the leader has heard from it: before, it refuses jobs. */
  void restart(String nodeId, Map<String, String> settings) throws Exception {
    ring.restart(nodeId, settings);
    await("a healthy ring").until(() -> {
      String jobId = UUID.randomUUID().toString();
      return run(alice, "trigger", "--job-id", jobId, "--bucket", WORST, "--not-before", "2090-01-01T00:00:00Z")
          .exitCode() == 0 && run(alice, "cancel", jobId).exitCode() == 0;
    });
  }

  /** Moves leadership to this node. */
  void lead(String nodeId) throws Exception {
    alice.doAs((PrivilegedExceptionAction<Void>) () -> {
      if (ring.leader() != ring.om(nodeId)) {
        ring.transferLeadership(nodeId);
      }
      return null;
    });
  }

  /** A job's record in one OM's om.db, once it is up to date with the leader. */
  JobRecord record(OzoneManager om, String jobId) throws IOException {
    ring.awaitApplied();
    return OmDb.jobs(om).get(jobId);
  }

  /** Senders of the compaction requests in the OMs' logs, once all logs agree. */
  Map<String, List<String>> logged() throws IOException {
    ring.awaitApplied();
    Map<String, List<String>> logged = new TreeMap<>();
    for (OzoneManager om : ring.running()) {
      logged.put(om.getOMNodeId(), RequestLog.callers(om));
    }
    return logged;
  }

  /** Adds an administrator to ozone.administrators of every OM, as {@code ozone admin reconfig} does. */
  void addAdministrator(String user) throws Exception {
    for (OzoneManager om : ring.running()) {
      om.getReconfigurationHandler().reconfigureProperty("ozone.administrators", "alice," + user);
    }
  }

  /** A client's configuration, with changes. */
  OzoneConfiguration clientConf(Map<String, String> changes) {
    OzoneConfiguration conf = new OzoneConfiguration(ring.conf());
    changes.forEach(conf::set);
    return conf;
  }

  /** An OM's principal of a host outside the ring, with a ticket for seconds. */
  UserGroupInformation omElsewhere(int seconds) throws Exception {
    return kdc.loginForSeconds(ELSEWHERE, Path.of(ring.conf().get(OM_KEYTAB)), seconds);
  }

  /** Starts Recon under its own principal. */
  EmbeddedRecon startRecon() throws Exception {
    String keytab = ring.conf().get(OM_KEYTAB);
    Map<String, String> settings = Map.of(
        "ozone.recon.http-address", "localhost:" + PortBlock.nextPort(),
        "ozone.recon.kerberos.principal", principal(RECON),
        "ozone.recon.kerberos.keytab.file", keytab,
        "ozone.recon.http.auth.type", "kerberos",
        "ozone.recon.http.auth.kerberos.principal", "HTTP/localhost@" + Kdc.REALM,
        "ozone.recon.http.auth.kerberos.keytab", keytab);
    return users.get(RECON).doAs((PrivilegedExceptionAction<EmbeddedRecon>) () ->
        EmbeddedRecon.start(ring, FILES.resolve("recon"), settings));
  }

  @Override
  public void close() {
    ring.close();
    kdc.close();
  }
}
