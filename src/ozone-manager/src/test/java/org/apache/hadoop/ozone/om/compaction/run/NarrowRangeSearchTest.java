// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.price.FileStep;
import org.apache.hadoop.ozone.om.compaction.planner.price.FileSteps;
import org.apache.hadoop.ozone.om.compaction.planner.price.Levels;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfiles;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LiveKeys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.apache.hadoop.ozone.om.compaction.run.turn.OneNode;
import org.junit.jupiter.api.Test;

class NarrowRangeSearchTest extends OneNode {
  private final Set<Integer> sampledLevels = new HashSet<>();

  /** A file of level 0 may lie over all of the table, of which a sample reads a tenth. */
  @Test
  void filesBelowAreNotSampledWhereAKeyOfTheFileItselfDoes() throws Exception {
    db.putAll(TABLE, a, KEYS, VALUE_BYTES);
    db.putAll(TABLE, b, KEYS, VALUE_BYTES);
    db.settle(TABLE);
    db.put(TABLE, OpenOmDb.key(a, 0), VALUE_BYTES);
    db.deleteAll(TABLE, b, KEYS / 2);
    db.put(TABLE, OpenOmDb.key(c, 0), VALUE_BYTES);
    db.flush(TABLE);
    LsmTable tree = new LsmReader(db::metadata).read(List.of(TABLE)).table(TABLE);
    FileStep step = new FileSteps(new Levels(tree, FileProfiles.UNKNOWN))
        .next(new KeyRange(a, OpenOmDb.key(c, 99_999_999)), file -> true);
    assertThat(step.level()).isZero();

    try (NarrowRangeSearch search = new NarrowRangeSearch(db.database(), watched(tree))) {
      assertThat(search.find(step)).isPresent();
    }
    assertThat(sampledLevels).containsOnly(0);
  }

  private LsmTable watched(LsmTable tree) {
    return tree.withLiveKeys(new LiveKeys() {
      @Override
      public List<byte[]> sample(SstFile file) {
        sampledLevels.add(file.level());
        return tree.liveKeys().sample(file);
      }

      @Override
      public BitSet held(SstFile file, SstFile above) {
        return tree.liveKeys().held(file, above);
      }
    });
  }
}
