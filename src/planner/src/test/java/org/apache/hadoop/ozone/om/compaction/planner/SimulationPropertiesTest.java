// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;

/** What holds for a tree on paper, whatever is asked of it. */
class SimulationPropertiesTest {
  private static final PlanLimits EVERYTHING =
      new PlanLimits(1, 0, Long.MAX_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE).withMaxEntries(30);

  @Property
  void estimatesAndPricesLeaveNoTrace(@ForAll long seed, @ForAll boolean isSampled) {
    GeneratedTree generated = GeneratedTree.of(seed);
    LsmTable table = isSampled ? generated.table().withSamples(new TableSamples() { }) : generated.table();
    List<KeyRange> ranges = RangePlanner.plan(List.of(generated.statistics().spans()), EVERYTHING).ranges().stream()
        .map(PlannedRange::range).toList();
    LsmSimulation quiet = new LsmSimulation(table, FileProfiles.UNKNOWN, ranges);
    LsmSimulation asked = new LsmSimulation(table, FileProfiles.UNKNOWN, ranges);
    Random random = new Random(seed);
    for (KeyRange range : ranges) {
      for (KeyRange other : drawn(ranges, random)) {
        if (random.nextBoolean()) {
          asked.estimate(asked.stretch(other));
        } else {
          asked.price(asked.stretch(other));
        }
      }
      assertThat(bytes(asked.compact(asked.stretch(range)))).isEqualTo(bytes(quiet.compact(quiet.stretch(range))));
    }
  }

  private static List<KeyRange> drawn(List<KeyRange> ranges, Random random) {
    List<KeyRange> drawn = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      drawn.add(ranges.get(random.nextInt(ranges.size())));
    }
    return drawn;
  }

  private static String bytes(SimulatedCost cost) {
    RangeCost total = cost.toRangeCost(0);
    return "read " + total.readBytes() + ", written " + total.writeBytes() + " in " + total.writeInterval()
        + ", removed " + total.tombstonesRemoved();
  }
}
