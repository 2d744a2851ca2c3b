// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.recon;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hdds.recon.ReconConfigKeys;
import org.apache.hadoop.ozone.client.BucketArgs;
import org.apache.hadoop.ozone.client.OzoneClient;
import org.apache.hadoop.ozone.om.compaction.demo.AdminCli;
import org.apache.hadoop.ozone.om.compaction.demo.BucketRows;
import org.apache.hadoop.ozone.om.compaction.demo.BulkTables;
import org.apache.hadoop.ozone.om.compaction.demo.EmbeddedRecon;
import org.apache.hadoop.ozone.om.compaction.demo.EmbeddedRing;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.apache.hadoop.ozone.recon.ReconServerConfigKeys;

/** A ring with tombstones and a Recon. Only tests use it. */
public final class RingWithRecon implements AutoCloseable {
  static final String VOLUME = "lake";
  /** Most of its rows are deleted. */
  static final String WORST = "/lake/staging";
  private static final Map<String, String> DEFAULTS = Map.of();
  private static final int ROWS = 20_000;
  private static final int DELETED = 18_000;
  private static final long FILE_BYTES = 256 << 10;
  private static final Path FILES = Path.of(System.getProperty("ring.data"), "recon");

  private final EmbeddedRing ring;
  private final AdminCli cli;
  private final BulkTables tables;
  private final AtomicInteger recons = new AtomicInteger();
  private EmbeddedRecon recon;
  private Map<String, String> settings;

  private RingWithRecon(EmbeddedRing ring) throws IOException {
    this.ring = ring;
    this.tables = new BulkTables(ring);
    Path site = FILES.resolve("cli/ozone-site.xml");
    ring.writeSite(site);
    this.cli = new AdminCli(site);
  }

  static RingWithRecon start() throws Exception {
    RingWithRecon ring = new RingWithRecon(EmbeddedRing.builder(FILES.resolve("ring"))
        .set("ozone.test.authorization.enabled", "true")
        .set("ozone.om.range.compaction.disk.reserve", "100MB")
        .set("ozone.om.range.compaction.min.tombstones", "1000")
        .set("ozone.block.deleting.service.interval", "1d")
        .set("ozone.directory.deleting.service.interval", "1d")
        .set("ozone.metastore.rocksdb.cf.write.buffer.size", "16MB")
        .start());
    ring.fill();
    return ring;
  }

  private void fill() throws IOException {
    try (OzoneClient client = ring.newClient()) {
      client.getObjectStore().createVolume(VOLUME);
      for (String bucket : new String[] {"staging", "archive"}) {
        client.getObjectStore().getVolume(VOLUME).createBucket(bucket,
            BucketArgs.newBuilder().setBucketLayout(BucketLayout.OBJECT_STORE).build());
        tables.put(rows("keyTable", bucket), ROWS);
      }
      client.getObjectStore().getVolume(VOLUME).createBucket("projects",
          BucketArgs.newBuilder().setBucketLayout(BucketLayout.FILE_SYSTEM_OPTIMIZED).build());
      tables.put(rows("fileTable", "projects"), ROWS);
      tables.settle("keyTable", FILE_BYTES);
      tables.settle("fileTable", FILE_BYTES);
    }
    makeTombstones();
  }

  /** Restores the tombstones that a job has removed. */
  void makeTombstones() throws IOException {
    deleteRows();
    tables.flush("keyTable");
    forgetAnswers();
  }

  /** Restores the tombstones that a job has removed, in the memory of each OM. */
  void makeTombstonesInMemory() throws IOException {
    deleteRows();
    forgetAnswers();
  }

  private void deleteRows() throws IOException {
    tables.put(rows("keyTable", "staging"), ROWS);
    tables.settle("keyTable", FILE_BYTES);
    tables.delete(rows("keyTable", "staging"), ROWS, row -> row < DELETED);
  }

  /**
   * Ends a change of the ring's data: waits until every OM has it, and prevents that Recon answers from before it.
   * Recon shares an answer for a second.
   */
  public void forgetAnswers() {
    ring.awaitApplied();
    if (DEFAULTS.equals(settings)) {
      new Http(recon.uri()).forgetShared();
    } else {
      // It may refuse commands. The next test has it started again.
      closeRecon();
    }
  }

  private BucketRows rows(String table, String bucket) throws IOException {
    return BucketRows.of(ring.leader(), table, VOLUME, bucket);
  }

  /** The OMs. */
  public EmbeddedRing nodes() {
    return ring;
  }

  /** The command as an operator runs it. */
  public AdminCli cli() {
    return cli;
  }

  /** Recon with default settings. */
  Http recon() throws IOException {
    return recon(DEFAULTS);
  }

  /** The address of a Recon with default settings. */
  public URI address() throws IOException {
    recon();
    return recon.uri();
  }

  /** Stops Recon. */
  public void stopRecon() {
    recon.close();
  }

  /** Starts Recon at the same address. */
  public void startReconAgain() throws IOException {
    Map<String, String> same = new HashMap<>(settings);
    same.put(ReconConfigKeys.OZONE_RECON_HTTP_ADDRESS_KEY, recon.uri().getAuthority());
    startRecon(same);
  }

  private void startRecon(Map<String, String> wanted) throws IOException {
    Map<String, String> all = new HashMap<>(wanted);
    // Otherwise a request that never completes is waited for a minute.
    all.put("hadoop.http.idle_timeout.ms", "10000");
    // Recon's copy of om.db, which no test reads, took 40 % of these tests' processor time.
    all.put(ReconServerConfigKeys.OZONE_RECON_OM_SNAPSHOT_TASK_INITIAL_DELAY, "1d");
    recon = EmbeddedRecon.start(ring, FILES.resolve("recon-" + recons.incrementAndGet()), all);
  }

  /** Recon with these settings, restarted if it runs with others. */
  Http recon(Map<String, String> wanted) throws IOException {
    if (!wanted.equals(settings)) {
      closeRecon();
      startRecon(wanted);
      settings = wanted;
    }
    return new Http(recon.uri());
  }

  private void closeRecon() {
    if (recon != null) {
      recon.close();
    }
    recon = null;
    settings = null;
  }

  @Override
  public void close() throws Exception {
    closeRecon();
    ring.close();
  }
}
