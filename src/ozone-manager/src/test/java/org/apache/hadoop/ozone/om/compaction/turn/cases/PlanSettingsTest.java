// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.planning.WorthCompacting;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.turn.NodeCompaction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings that a plan is made by count from the next plan on; a turn that has made its plan goes on with it. */
class PlanSettingsTest extends OneNode {
  private static final String PREFIX = "ozone.om.range.compaction.";
  private static final JobSpec EVERYTHING = JobSpec.newBuilder().setJobId("job").build();

  private NodePlanner planner;

  @BeforeEach
  void deleteABucket() throws Exception {
    conf.set(PREFIX + "min.tombstones", "100");
    massDelete();
    config = CompactionConfig.from(conf);
    planner = new NodePlanner(new LsmReader(db::metadata), exactCounts, config, scanPatience,
        WorthCompacting.byMinima());
  }

  @ParameterizedTest
  @CsvSource({"max.entries, 1000", "max.bytes, 100KB", "tombstone.ratio, 0.9", "min.tombstones, 100000"})
  void changeCountsFromTheNextPlanOn(String setting, String value) throws Exception {
    List<String> before = ranges();
    assertThat(before).isNotEmpty();
    config.reconfigure(PREFIX + setting, value);
    assertThat(ranges()).isNotEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({"max.entries, 1000", "max.bytes, 100KB", "tombstone.ratio, 0.9", "min.tombstones, 100000"})
  void turnThatHasMadeItsPlanGoesOnWithIt(String setting, String value) throws Exception {
    int planned = ranges().size();
    ring.atEachReport(figures -> {
      if (figures.getRangesTotal() > 0) {
        config.reconfigure(PREFIX + setting, value);
      }
    });
    assertThat(new NodeCompaction(planner, exactCounts, pressure, config, clock).run(EVERYTHING, ring).getState())
        .isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(ring.last().getRangesTotal()).isEqualTo(planned);
    assertThat(ring.last().getRangesDone()).isEqualTo(planned);
    assertThat(db.tombstones(TABLE)).isZero();
  }

  /** The file with the tombstones cannot be split: beyond a limit of size its range is too large. */
  private List<String> ranges() throws Exception {
    return planner.plan(EVERYTHING.getTargets(), EVERYTHING.getThresholds(), Precision.EXACT).ranges().ranges().stream()
        .map(range -> range.range() + (range.isOversized() ? ", too large" : "")).toList();
  }
}
