// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.util.Collection;
import java.util.List;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.lsm.ExactCounts;
import org.apache.hadoop.ozone.om.compaction.lsm.LsmReader;
import org.apache.hadoop.ozone.om.compaction.lsm.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.lsm.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.lsm.Precision;
import org.apache.hadoop.ozone.om.compaction.planner.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.service.CompactDBUtil;
import org.rocksdb.CompactRangeOptions;

/** What can be done about tombstones. */
enum Way {
  NOTHING("nothing") {
    @Override
    TurnFigures on(OmDb db, Case.Scene scene) {
      return NO_FIGURES;
    }
  },
  WHOLE_TABLE("whole table, forced, exclusive (stock)") {
    @Override
    TurnFigures on(OmDb db, Case.Scene scene) throws Exception {
      CompactDBUtil.compactTable(db.metadata(), scene.table());
      return NO_FIGURES;
    }
  },
  PROPOSED("bucket ranges, 10,000 and 30 % (proposed for Ozone)") {
    @Override
    TurnFigures on(OmDb db, Case.Scene scene) throws Exception {
      NodeStatistics seen = statistics(db, scene);
      return compact(db, scene, rule(seen, scene).proposed(buckets(seen, scene)));
    }
  },
  SCORED("tombstones times ratio (TiKV)") {
    @Override
    TurnFigures on(OmDb db, Case.Scene scene) throws Exception {
      NodeStatistics seen = statistics(db, scene);
      return compact(db, scene, rule(seen, scene).scored(buckets(seen, scene)));
    }
  },
  BUCKET_BOUNDS("the bucket's own bounds, not aligned to files") {
    @Override
    TurnFigures on(OmDb db, Case.Scene scene) throws Exception {
      Collection<String> named = scene.job().getTargets().getBucketsList();
      return compact(db, scene, buckets(statistics(db, scene), scene).stream()
          .filter(bucket -> named.contains('/' + bucket.volume() + '/' + bucket.bucket()))
          .map(BucketSpan::keys).toList());
    }
  },
  RANGES("ranges (this add-on)") {
    @Override
    TurnFigures on(OmDb db, Case.Scene scene) throws Exception {
      return new RangeTurn(db, "10GB").run(scene.job());
    }
  };

  private static final TurnFigures NO_FIGURES = TurnFigures.getDefaultInstance();

  private final String title;

  Way(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  /** @return what a turn tells of itself; of other ways, how many ranges were compacted at most */
  abstract TurnFigures on(OmDb db, Case.Scene scene) throws Exception;

  private static NodeStatistics statistics(OmDb db, Case.Scene scene) throws Exception {
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

  private static TurnFigures compact(OmDb db, Case.Scene scene, List<KeyRange> ranges) throws Exception {
    for (KeyRange range : ranges) {
      try (CompactRangeOptions options = new CompactRangeOptions().setExclusiveManualCompaction(false)) {
        db.rocksDb().compactRange(db.handle(scene.table()), range.begin(), range.lastKey(), options);
      }
    }
    return TurnFigures.newBuilder().setRangesDone(ranges.size()).build();
  }
}
