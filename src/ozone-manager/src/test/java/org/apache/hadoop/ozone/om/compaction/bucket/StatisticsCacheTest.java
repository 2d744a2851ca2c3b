// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.nio.file.Path;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatisticsCacheTest {
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

  private TableStatistics statistics(Precision precision) throws Exception {
    return planner.statistics(EVERYTHING, precision).table(TABLE);
  }

  private TableStatistics statistics() throws Exception {
    return statistics(Precision.RUNS);
  }

  /** Compares with statistics taken without a cache. */
  private void assertAsTakenAnew(TableStatistics statistics) throws Exception {
    TableStatistics anew = new NodePlanner(new LsmReader(om::metadata), exact,
        CompactionConfig.from(new OzoneConfiguration())).statistics(EVERYTHING, Precision.RUNS).table(TABLE);
    assertThat(statistics.spans()).extracting(SpanStatistics::toString)
        .isEqualTo(anew.spans().stream().map(SpanStatistics::toString).toList());
  }

  @Test
  void unchangedTableIsCountedOnce() throws Exception {
    TableStatistics first = statistics();
    om.put("fileTable", "/1/2/3/f");
    om.flush("fileTable");
    om.put(TABLE, "/v/b0/in-memory");

    assertThat(statistics()).isSameAs(first);
  }

  @Test
  void newFileIsCounted() throws Exception {
    TableStatistics first = statistics();
    delete(40, 60);

    assertThat(statistics()).isNotSameAs(first);
    assertAsTakenAnew(statistics());
  }

  @Test
  void filesThatWereCompactedAreGone() throws Exception {
    statistics();
    om.compact(TABLE);

    assertThat(statistics().spans()).allMatch(span -> span.tombstones().most() == 0);
    assertAsTakenAnew(statistics());
  }

  @Test
  void newBucketHasASpan() throws Exception {
    om.put(TABLE, "/v/late/k");
    om.flush(TABLE);
    assertThat(statistics().spans()).filteredOn(span -> !span.span().isAttributed()).isNotEmpty();
    om.bucket("v", "late", BucketLayout.OBJECT_STORE);

    assertThat(statistics().spans()).allMatch(span -> span.span().isAttributed());
    assertAsTakenAnew(statistics());
  }

  @Test
  void newScanIsCounted() throws Exception {
    assertThat(statistics().spans()).anyMatch(span -> !span.isExact());
    statistics(Precision.EXACT);

    assertThat(statistics().spans()).allMatch(SpanStatistics::isExact);
    assertAsTakenAnew(statistics());
  }

  @Test
  void otherDatabaseIsCountedAgain() throws Exception {
    TableStatistics first = statistics();
    om.reopen(-1);
    om.holdStill(TABLE);

    assertThat(statistics()).isNotSameAs(first);
    assertAsTakenAnew(statistics());
  }

  /** A reader that names a bucket gets the same figures as one that lists all buckets. */
  /** A job with key ranges asks before each step, and would cost each list after it a sweep. */
  @Test
  void keyRangesLeaveWhatIsKnownOfAllBuckets() throws Exception {
    TableStatistics known = statistics();
    Targets range = Targets.newBuilder().addKeyRanges(KeyRange.newBuilder().setTable(TABLE)
        .setBegin(ByteString.copyFromUtf8("/v/b0/k0")).setEnd(ByteString.copyFromUtf8("/v/b1/k5"))).build();

    assertThat(planner.statistics(range, Precision.RUNS).targets()).hasSize(1);

    assertThat(statistics()).isSameAs(known);
  }

  @Test
  void namedBucketHasTheSameCountsAsAmongAll() throws Exception {
    delete(40, 60);
    for (SpanStatistics span : statistics().spans()) {
      Targets named = Targets.newBuilder()
          .addBuckets(Buckets.path(span.span().volume(), span.span().bucket())).build();
      NodeStatistics ofBucket = planner.statistics(named, Precision.RUNS);
      assertThat(ofBucket.targets(TABLE)).singleElement().hasToString(span.toString());
      for (SpanStatistics other : statistics().spans()) {
        assertThat(ofBucket.table(TABLE).of(other.span())).as("a neighbour").hasToString(other.toString());
      }
    }
  }
}
