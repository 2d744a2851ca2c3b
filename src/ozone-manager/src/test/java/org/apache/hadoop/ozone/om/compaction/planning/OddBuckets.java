// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import com.google.protobuf.ByteString;
import com.google.protobuf.TextFormat;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.bucket.Buckets;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.apache.hadoop.ozone.om.helpers.OmBucketInfo;
import org.apache.hadoop.ozone.om.helpers.OmVolumeArgs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A planner over a database with buckets of two volumes, of three layouts and with odd names. */
abstract class OddBuckets {
  static final String TABLE = "keyTable";
  static final Thresholds ANY = Thresholds.newBuilder().setMinTombstones(1).setMinRatio(0).build();
  static final String LONG = "long-" + "x".repeat(3_000);

  @TempDir
  private Path directory;
  OmDatabaseFixture om;
  NodePlanner planner;
  private final ExactCounts exact = new ExactCounts();
  /** Tombstones in SST files by bucket path. */
  final Map<String, Integer> truth = new TreeMap<>();

  @BeforeEach
  void open() throws Exception {
    om = new OmDatabaseFixture(directory);
    planner = new NodePlanner(new LsmReader(om::metadata), exact, CompactionConfig.from(new OzoneConfiguration()));
    om.holdStill(TABLE);
    om.holdStill("fileTable");
  }

  @AfterEach
  void close() throws Exception {
    exact.close();
    om.close();
  }

  /** Buckets of two volumes, three layouts and odd names, all in the same files; a part of each deleted. */
  void oddBuckets() throws Exception {
    int deletes = 0;
    for (String volume : new String[] {"v", "w"}) {
      OmVolumeArgs record = om.volume(volume);
      for (String bucket : new String[] {"b", "b-1", "\u00fc\u6f22", LONG}) {
        om.bucket(volume, bucket, bucket.equals("b") ? BucketLayout.LEGACY : BucketLayout.OBJECT_STORE);
        deletes += 7;
        fill(TABLE, "/" + volume + "/" + bucket, "/" + volume + "/" + bucket, deletes);
      }
      OmBucketInfo fso = om.bucket(volume, "fso", BucketLayout.FILE_SYSTEM_OPTIMIZED);
      deletes += 7;
      fill("fileTable", "/" + volume + "/fso", "/" + record.getObjectID() + "/" + fso.getObjectID(), deletes);
    }
  }

  /** Keys with slashes, escapes and bytes that are not ASCII; the first of them deleted. */
  private void fill(String table, String path, String prefix, int deletes) throws Exception {
    for (int i = 0; i < 200; i++) {
      om.put(table, key(prefix, i));
    }
    om.flush(table);
    for (int i = 0; i < deletes; i++) {
      om.delete(table, key(prefix, i));
    }
    truth.put(path, deletes);
  }

  static String key(String prefix, int i) {
    return prefix + "/dir//\u00e9 \"'\\" + (i % 3 == 0 ? "/" : "..") + i;
  }

  void flushAll() throws Exception {
    om.flush(TABLE);
    om.flush("fileTable");
  }

  List<String> paths(String targets) throws Exception {
    List<String> paths = new ArrayList<>();
    planner.statistics(targets(targets), Precision.METADATA).targets().forEach(span -> paths.add(path(span.span())));
    return paths;
  }

  static String path(BucketSpan span) {
    return Buckets.path(span.volume(), span.bucket());
  }

  static Targets targets(String text) throws Exception {
    return TextFormat.parse(text, Targets.class);
  }

  static Targets keyRange(String begin, String end) {
    return keyRange(OmDatabaseFixture.bytes(begin), OmDatabaseFixture.bytes(end));
  }

  static Targets keyRange(byte[] begin, byte[] end) {
    Targets.Builder targets = Targets.newBuilder();
    targets.addKeyRangesBuilder().setTable(TABLE).setBegin(ByteString.copyFrom(begin))
        .setEnd(ByteString.copyFrom(end));
    return targets.build();
  }
}
