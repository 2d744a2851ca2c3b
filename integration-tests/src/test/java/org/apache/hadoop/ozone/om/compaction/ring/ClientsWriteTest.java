// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hdds.utils.db.RDBStore;
import org.apache.hadoop.ozone.client.OzoneBucket;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.demo.BucketRows;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnFiguresJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.rocksdb.LiveFileMetaData;

/** A job on three OMs while clients of the ring write to its bucket and to others. */
@ExtendWith(RingFixture.class)
class ClientsWriteTest {
  private static final String TABLE = "keyTable";
  private static final int WRITES_BEFORE_THE_JOB = 60;
  private static final double NEAR = 0.3;

  /** Writes and deletes small keys as fast as the ring accepts them, until closed. */
  private static final class Writer implements AutoCloseable {
    private final List<OzoneBucket> buckets;
    private final Random random = new Random(1);
    private final AtomicInteger writes = new AtomicInteger();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final Future<?> work;

    Writer(List<OzoneBucket> buckets) {
      this.buckets = buckets;
      this.work = thread.submit(() -> {
        while (!closed.get()) {
          write();
        }
        return null;
      });
    }

    private void write() throws Exception {
      OzoneBucket bucket = buckets.get(random.nextInt(buckets.size()));
      // Keys between deleted rows, between others, and after all rows.
      String key = BucketRows.name(random.nextInt(TestRing.ROWS + 1_000)) + "-" + random.nextInt(10);
      bucket.createKey(key, 0).close();
      if (random.nextBoolean()) {
        bucket.deleteKey(key);
      }
      writes.incrementAndGet();
    }

    @Override
    public void close() throws Exception {
      closed.set(true);
      work.get();
      thread.shutdown();
    }
  }

  @Test
  void jobCostsWhatWasPredictedAndCausesNoFlush(TestRing ring) throws Exception {
    List<String> buckets = ring.massDeletedThree();
    String bucket = buckets.get(0);
    int writes;
    Map<String, Long> inMemory;
    JobJson job;
    try (Writer writer = new Writer(buckets.stream().map(name -> bucket(ring, name)).toList())) {
      TestRing.await("writes").until(() -> writer.writes.get() >= WRITES_BEFORE_THE_JOB);
      inMemory = inMemory(ring);
      int before = writer.writes.get();
      job = ring.triggerAndWait("--bucket", TestRing.path(bucket));
      writes = writer.writes.get() - before;
    }

    System.out.printf("%d writes beside the job%n", writes);
    assertThat(job.getState()).as("%s", job).isEqualTo(JobStateJson.SUCCEEDED);
    assertThat(writes).isPositive();
    assertThat(inMemory(ring)).allSatisfy((om, entries) ->
        assertThat(entries).as(om).isGreaterThan(inMemory.get(om)).isGreaterThan(WRITES_BEFORE_THE_JOB));
    for (TurnJson turn : job.getTurns()) {
      TurnFiguresJson figures = turn.getFigures();
      long predicted = figures.getPredictedReadBytes() + figures.getPredictedWriteBytes();
      long actual = figures.getReadBytes() + figures.getWriteBytes();
      System.out.printf("%s: %,d bytes of %,d predicted%n", turn.getNodeId(), actual, predicted);
      assertThat(actual).as(turn.getNodeId()).isPositive()
          .isBetween((long) (predicted * (1 - NEAR)), (long) (predicted * (1 + NEAR)));
      assertThat(figures.getFlushedBytes()).as("absent where nothing was flushed").isNull();
      assertThat(figures.getTombstonesAfter()).isZero();
      assertThat(figures.getRangesDone()).isEqualTo(figures.getRangesTotal()).isPositive();
    }
    byte[] prefix = ring.rows(TABLE, bucket).prefix();
    for (OzoneManager om : ring.nodes().running()) {
      assertThat(((RDBStore) om.getMetadataManager().getStore()).getDb().getLiveFilesMetaData())
          .filteredOn(file -> TABLE.equals(new String(file.columnFamilyName())))
          .filteredOn(file -> overlaps(file, new String(prefix)))
          .extracting(LiveFileMetaData::numDeletions).containsOnly(0L);
    }
  }

  private static OzoneBucket bucket(TestRing ring, String name) {
    try {
      return ring.client().getObjectStore().getVolume(TestRing.VOLUME).getBucket(name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean overlaps(LiveFileMetaData file, String prefix) {
    return new String(file.smallestKey()).compareTo(prefix + '~') < 0
        && new String(file.largestKey()).compareTo(prefix) >= 0;
  }

  /** Entries of the table's memtable, by OM: a flush would start a new one. */
  private static Map<String, Long> inMemory(TestRing ring) throws Exception {
    Map<String, Long> entries = new TreeMap<>();
    for (OzoneManager om : ring.nodes().running()) {
      RDBStore store = (RDBStore) om.getMetadataManager().getStore();
      entries.put(om.getOMNodeId(), Long.valueOf(store.getDb().getProperty(store.getDb().getColumnFamily(TABLE),
          "rocksdb.num-entries-active-mem-table")));
    }
    return entries;
  }
}
