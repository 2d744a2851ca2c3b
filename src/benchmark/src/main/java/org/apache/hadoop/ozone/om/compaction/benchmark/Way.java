// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlannedRange;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.RocksDBException;

/** The ways to remove tombstones that are compared. */
enum Way {
  NOTHING("nothing", (db, scene) -> TurnFigures.getDefaultInstance()),
  WHOLE_TABLE("whole table, forced, exclusive (stock)", (db, scene) -> {
    try (CompactRangeOptions options = new CompactRangeOptions().setExclusiveManualCompaction(true)
        .setBottommostLevelCompaction(CompactRangeOptions.BottommostLevelCompaction.kForce)) {
      return wholeTable(db, scene, options);
    }
  }),
  MASTER("whole table, not exclusive, lowest level left alone (Ozone's master)", (db, scene) -> {
    try (CompactRangeOptions options = new CompactRangeOptions().setExclusiveManualCompaction(false)
        .setBottommostLevelCompaction(CompactRangeOptions.BottommostLevelCompaction.kSkip)) {
      return wholeTable(db, scene, options);
    }
  }),
  PROPOSED("bucket ranges, 10,000 and 30 % (proposed for Ozone)", (db, scene) -> {
    NodeStatistics seen = seen(db, scene);
    return compact(db, scene, rule(seen, scene).proposed(buckets(seen, scene)), 1);
  }),
  SCORED("bucket ranges, 10,000 or 30 %, by tombstones times ratio (TiKV)", (db, scene) -> {
    NodeStatistics seen = seen(db, scene);
    return compact(db, scene, rule(seen, scene).scored(buckets(seen, scene)), 1);
  }),
  ONE_CALL("the same ranges, each in one call", (db, scene) -> {
    return compact(db, scene, planned(db, scene), 1);
  }),
  TWO_THREADS("the same ranges, each in one call on two threads", (db, scene) -> {
    return compact(db, scene, planned(db, scene), 2);
  }),
  RANGES("ranges (this add-on)", (db, scene) -> new RangeTurn(db, "10GB").run(scene.job())),
  RANGES_PACED("ranges, at 50 MB/s", (db, scene) -> new RangeTurn(db, "50MB").run(scene.job())),
  RANGES_BESIDE_WRITES("ranges (this add-on) while clients write", (db, scene) -> {
    try (ClientWrites clients = new ClientWrites(db, scene)) {
      return new RangeTurn(db, "10GB").run(scene.job());
    }
  }),
  ROUND("a round of the service", (db, scene) -> new RangeTurn(db, "20MB").round());

  /** The ways that are measured on every case; the others differ only beside a writer. */
  static final Set<Way> OF_CASES = EnumSet.complementOf(EnumSet.of(RANGES_PACED));

  private final String title;
  private final Work work;

  Way(String title, Work work) {
    this.title = title;
    this.work = work;
  }

  String title() {
    return title;
  }

  /** @return a turn's figures; for other ways, figures with an upper bound of the number of ranges */
  TurnFigures on(OmDb db, Case.Scene scene) throws Exception {
    return work.on(db, scene);
  }

  private interface Work {
    TurnFigures on(OmDb db, Case.Scene scene) throws Exception;
  }

  private static TurnFigures wholeTable(OmDb db, Case.Scene scene, CompactRangeOptions options)
      throws RocksDBException {
    db.rocksDb().compactRange(db.handle(scene.table()), null, null, options);
    return TurnFigures.getDefaultInstance();
  }

  private static NodeStatistics seen(OmDb db, Case.Scene scene) throws Exception {
    try (ExactCounts none = new ExactCounts()) {
      return new NodePlanner(new LsmReader(db::metadata), none, CompactionConfig.from(new OzoneConfiguration()))
          .statistics(Targets.newBuilder().addTables(scene.table()).build(), Precision.METADATA);
    }
  }

  private static RangeRule rule(NodeStatistics seen, Case.Scene scene) {
    return new RangeRule(seen.table(scene.table()).table().files());
  }

  private static List<BucketSpan> buckets(NodeStatistics seen, Case.Scene scene) {
    return seen.targets(scene.table()).stream().map(of -> of.span()).filter(BucketSpan::isAttributed).toList();
  }

  private static List<KeyRange> planned(OmDb db, Case.Scene scene) throws Exception {
    if (scene.job().getFlush()) {
      db.flush(scene.table());
    }
    return new RangeTurn(db, "10GB").plan(scene.job()).stream().map(PlannedRange::range).toList();
  }

  private static TurnFigures compact(OmDb db, Case.Scene scene, List<KeyRange> ranges, int threads) throws Exception {
    for (KeyRange range : ranges) {
      try (CompactRangeOptions options = new CompactRangeOptions().setExclusiveManualCompaction(false)
          .setMaxSubcompactions(threads)) {
        db.rocksDb().compactRange(db.handle(scene.table()), range.begin(), range.lastKey(), options);
      }
    }
    return TurnFigures.newBuilder().setRangesDone(ranges.size()).build();
  }
}
