// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.rocksdb.RocksDBException;

/**
 * How often the same bytes are written where a queue is compacted again and again, by ranges that end where files do or
 * do not, while keys pass through it and others are written anywhere.
 *
 * <p>{@code mvn -ntp -T1 -Pbenchmark -pl src/benchmark -am}
 */
public final class AmplificationBenchmark {
  /** Small, as are the files: so that as many of them come and go as in a large table in a day. */
  private static final String MEMTABLE = "4MB";
  private static final long FILE_BYTES = 2L << 20;
  private static final int BUCKETS = 20;
  private static final int LIVE_IN_QUEUE = 10_000;
  private static final int PASSES_OF_A_COMPACTION = 20_000;
  private static final int TIMES = 8;

  private final Path directory;
  private final int keys;

  private AmplificationBenchmark(Path directory, int keys) {
    this.directory = directory;
    this.keys = keys;
  }

  /** @param args a directory for databases, one for results, a {@link Size} */
  public static void main(String[] args) throws Exception {
    Size size = Size.valueOf(args[2]);
    AmplificationBenchmark benchmark = new AmplificationBenchmark(Path.of(args[0]), size.amplificationKeys());
    List<Run> runs = new ArrayList<>();
    for (Way way : EnumSet.complementOf(EnumSet.of(Way.PROPOSED, Way.SCORED))) {
      runs.add(benchmark.run(way));
      System.out.println(runs.get(runs.size() - 1));
    }
    new ResultFile(Path.of(args[1], "amplification.json")).write(runs);
  }

  /**
   * One way.
   *
   * @param keys         at rest in the table's other buckets
   * @param times        that the queue was compacted
   * @param flushedBytes from memory
   * @param writtenBytes by compactions, RocksDB's own among them
   * @param longestSeek  to the queue's first key just before a compaction, microseconds
   */
  record Run(Way way, int keys, int times, long flushedBytes, long writtenBytes, double longestSeek) {
    double amplification() {
      return (double) (flushedBytes + writtenBytes) / flushedBytes;
    }
  }

  private Run run(Way way) throws Exception {
    try (OmDb db = OmDb.create(directory.resolve("made"), MEMTABLE)) {
      Case.Rows rows = new Case.Rows(db);
      Bucket queue = rows.bucket("bucket-0010-queue", BucketLayout.OBJECT_STORE);
      db.setFileSize(queue.table(), FILE_BYTES);
      List<Bucket> others = rows.settled(BUCKETS, keys / BUCKETS, BucketLayout.OBJECT_STORE);
      Case.Scene scene = new Case.Scene(JobSpec.newBuilder().setTargets(Targets.newBuilder()
          .addBuckets(queue.path())).build(), List.of(Case.Place.begin(queue)));
      db.rest();
      CompactionBytes before = CompactionBytes.of(db.rocksDb(), db.handle(queue.table()));
      double longestSeek = 0;
      int passed = 0;
      for (int time = 0; time < TIMES; time++) {
        passed = pass(rows, queue, others, passed);
        rows.flush();
        longestSeek = Math.max(longestSeek, Reads.of(db, scene.places()).seek());
        way.on(db, scene);
      }
      db.rest();
      CompactionBytes moved = CompactionBytes.of(db.rocksDb(), db.handle(queue.table())).since(before);
      return new Run(way, keys, way == Way.NOTHING ? 0 : TIMES, moved.flushed(), moved.written(), longestSeek);
    }
  }

  private int pass(Case.Rows rows, Bucket queue, List<Bucket> others, int passed)
      throws IOException, RocksDBException {
    int end = passed + PASSES_OF_A_COMPACTION;
    for (int i = passed; i < end; i++) {
      rows.put(queue, i);
      if (i >= LIVE_IN_QUEUE) {
        rows.delete(queue, i - LIVE_IN_QUEUE);
      }
      rows.putAnywhere(others, keys / BUCKETS);
    }
    return end;
  }
}
