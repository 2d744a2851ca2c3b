// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.lsm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.planner.SpanCensus;
import org.apache.hadoop.ozone.om.compaction.planner.TableCensus;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnownCensusesTest {
  private static final String TABLE = "keyTable";
  private static final Targets EVERYTHING = Targets.getDefaultInstance();

  private final ExactCounts exact = new ExactCounts();
  @TempDir
  private Path directory;
  private OmDatabaseFixture om;
  private NodePlanner planner;

  @BeforeEach
  void open() throws Exception {
    om = new OmDatabaseFixture(directory);
    om.holdStill(TABLE);
    om.volume("v");
    for (int b = 0; b < 3; b++) {
      om.bucket("v", "b" + b, BucketLayout.OBJECT_STORE);
      for (int k = 0; k < 100; k++) {
        om.put(TABLE, "/v/b" + b + "/k" + k);
      }
    }
    om.compact(TABLE);
    delete(0, 40);
    planner = new NodePlanner(new LsmReader(om::metadata), exact, CompactionConfig.from(new OzoneConfiguration()));
  }

  @AfterEach
  void close() throws Exception {
    exact.close();
    om.close();
  }

  private void delete(int from, int to) throws Exception {
    for (int b = 0; b < 3; b++) {
      for (int k = from; k < to; k++) {
        om.delete(TABLE, "/v/b" + b + "/k" + k);
      }
    }
    om.flush(TABLE);
  }

  private TableCensus census(Precision precision) throws Exception {
    return planner.census(EVERYTHING, precision).table(TABLE);
  }

  private TableCensus census() throws Exception {
    return census(Precision.RUNS);
  }

  /** As nobody who remembers nothing would count otherwise. */
  private void assertAsTakenAnew(TableCensus census) throws Exception {
    TableCensus anew = new NodePlanner(new LsmReader(om::metadata), exact,
        CompactionConfig.from(new OzoneConfiguration())).census(EVERYTHING, Precision.RUNS).table(TABLE);
    assertThat(census.spans()).extracting(SpanCensus::toString)
        .isEqualTo(anew.spans().stream().map(SpanCensus::toString).toList());
  }

  @Test
  void aTableThatStaysIsCountedOnce() throws Exception {
    TableCensus first = census();
    om.put("fileTable", "/1/2/3/f");
    om.flush("fileTable");
    om.put(TABLE, "/v/b0/in-memory");

    assertThat(census()).isSameAs(first);
  }

  @Test
  void aNewFileIsCounted() throws Exception {
    TableCensus first = census();
    delete(40, 60);

    assertThat(census()).isNotSameAs(first);
    assertAsTakenAnew(census());
  }

  @Test
  void filesThatWereCompactedAreGone() throws Exception {
    census();
    om.compact(TABLE);

    assertThat(census().spans()).allMatch(span -> span.tombstones().most() == 0);
    assertAsTakenAnew(census());
  }

  @Test
  void aNewBucketHasASpan() throws Exception {
    om.put(TABLE, "/v/late/k");
    om.flush(TABLE);
    assertThat(census().spans()).filteredOn(span -> !span.span().isAttributed()).isNotEmpty();
    om.bucket("v", "late", BucketLayout.OBJECT_STORE);

    assertThat(census().spans()).allMatch(span -> span.span().isAttributed());
    assertAsTakenAnew(census());
  }

  @Test
  void whatAScanTellsIsCounted() throws Exception {
    assertThat(census().spans()).anyMatch(span -> !span.isExact());
    census(Precision.EXACT);

    assertThat(census().spans()).allMatch(SpanCensus::isExact);
    assertAsTakenAnew(census());
  }

  @Test
  void anotherDatabaseIsCountedAnew() throws Exception {
    TableCensus first = census();
    om.reopen(-1);
    om.holdStill(TABLE);

    assertThat(census()).isNotSameAs(first);
    assertAsTakenAnew(census());
  }

  /** Who names a bucket is told the same as who lists all of them. */
  @Test
  void aNamedBucketIsCountedAsAmongAll() throws Exception {
    delete(40, 60);
    for (SpanCensus span : census().spans()) {
      Targets named = Targets.newBuilder()
          .addBuckets(Buckets.path(span.span().volume(), span.span().bucket())).build();
      NodeCensus ofBucket = planner.census(named, Precision.RUNS);
      assertThat(ofBucket.targets(TABLE)).singleElement().hasToString(span.toString());
      for (SpanCensus other : census().spans()) {
        assertThat(ofBucket.table(TABLE).of(other.span())).as("a neighbour").hasToString(other.toString());
      }
    }
  }
}
