// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.RocksDBException;

/** The cases of the benchmark. Each fills a table with a number of keys and deletes some of them. */
enum Case {
  MASS_DELETE("One bucket of 50 is deleted", (rows, keys) -> {
    Bucket deleted = rows.settled(50, keys / 50).get(25);
    rows.delete(deleted, 0, keys / 50);
    return Scene.of(keys / 50, deleted);
  }),
  FIFO("A queue with 25,000 live keys, a tenth of all keys passes through it", (rows, keys) -> {
    List<Bucket> buckets = rows.settled(50, keys / 50);
    Bucket queue = rows.bucket("queue");
    int passing = Scene.LIVE_IN_QUEUE + Math.max(keys / 10, 3 * Scene.LIVE_IN_QUEUE);
    for (int row = 0; row < passing; row++) {
      rows.put(queue, row);
      if (row >= Scene.LIVE_IN_QUEUE) {
        rows.delete(queue, row - Scene.LIVE_IN_QUEUE);
      }
      if (row % 10 == 0) {
        rows.putAnywhere(buckets, keys / 50);
      }
    }
    return Scene.of(passing, queue);
  }),
  AT_THE_BOTTOM("Tombstones that were moved to the lowest level unrewritten", (rows, keys) -> {
    rows.settled(50, keys / 50);
    Bucket gone = rows.bucket("zz-gone");
    rows.delete(gone, 0, keys / 20);
    rows.flush();
    try (CompactRangeOptions moving = new CompactRangeOptions()) {
      rows.db().rocksDb().compactRange(rows.db().handle(gone.table()), gone.key(0), gone.key(keys / 20), moving);
    }
    return Scene.of(keys / 20, gone);
  }),
  WIDE_LEVEL_ZERO("One bucket of 50 is deleted while others are written: files as wide as the table", (rows, keys) -> {
    List<Bucket> buckets = rows.settled(50, keys / 50);
    int rowsOfFile = keys / 50 / Scene.FILES_IN_LEVEL_ZERO + 1;
    for (int i = 0; i < keys / 50; i++) {
      rows.delete(buckets.get(25), i);
      rows.putAnywhere(buckets, keys / 50);
      if (i % rowsOfFile == rowsOfFile - 1) {
        rows.flush();
      }
    }
    return Scene.of(keys / 50, buckets.get(25));
  }),
  SMALL_BUCKETS("1,000 small buckets, half of each deleted", (rows, keys) -> {
    List<Bucket> buckets = rows.settled(1_000, keys / 1_000);
    for (Bucket bucket : buckets) {
      rows.delete(bucket, 0, keys / 2_000);
    }
    return new Scene(JobSpec.getDefaultInstance(), keys / 1_000, 0, Place.begin(buckets.get(500)),
        Place.begin(buckets.get(10)), Place.begin(buckets.get(990)));
  }),
  SHARED_FILES("One bucket holds all deletes of files that it shares with twenty", (rows, keys) -> {
    List<Bucket> neighbours = new ArrayList<>(rows.settled(200, keys / 200).subList(90, 111));
    Bucket deleted = neighbours.remove(10);
    for (int i = 0; i < keys / 200; i++) {
      rows.delete(deleted, i);
      rows.putAnywhere(neighbours, keys / 200);
    }
    return Scene.of(keys / 200, deleted);
  }),
  FSO("Two of 50 FSO buckets are deleted, one after the other", (rows, keys) -> {
    List<Bucket> buckets = rows.settled(50, keys / 50, BucketLayout.FILE_SYSTEM_OPTIMIZED);
    rows.delete(buckets.get(10), 0, keys / 50);
    rows.delete(buckets.get(40), 0, keys / 50);
    return Scene.of(keys / 50, buckets.get(10), buckets.get(40));
  }),
  DENSE_RUN("3 % of all keys, deleted in a row in the middle of a bucket of two thirds of them", (rows, keys) -> {
    Bucket large = rows.bucket("large");
    rows.putAll(large, keys / 3 * 2);
    rows.settled(20, keys / 60);
    rows.delete(large, keys / 3, keys / 3 + keys * 3 / 100);
    return new Scene(Scene.job(large), keys / 3 * 2, 0, new Place(large, keys / 3));
  }),
  HEAD("The table's first bucket is deleted: every list passes it", (rows, keys) -> {
    List<Bucket> buckets = rows.settled(50, keys / 50);
    rows.delete(buckets.get(0), 0, keys / 50);
    return new Scene(Scene.job(buckets.get(0)), keys / 50, 0, Place.begin(buckets.get(0)),
        Place.begin(buckets.get(30)));
  }),
  VERSIONS("A bucket is written three times, then deleted", (rows, keys) -> {
    Bucket rewritten = rows.settled(50, keys / 50).get(25);
    for (int version = 1; version < Scene.FILES_IN_LEVEL_ZERO; version++) {
      rows.putAll(rewritten, keys / 50);
      rows.flush();
    }
    rows.delete(rewritten, 0, keys / 50);
    return Scene.of(keys / 50, rewritten);
  }),
  DEEP("One bucket of 50 is deleted while a tenth of all keys is written again: files of 64 MB, levels 4 to 6",
      (rows, keys) -> {
        // 1/40 of the size in an OM with 10,000,000 keys, so that the table has as many levels as one of 60 GB.
        rows.db().setBaseLevelSize(OMDBDefinition.KEY_TABLE, 4L * keys);
        List<Bucket> buckets = rows.settled(50, keys / 50);
        for (int i = 0; i < keys / 10; i++) {
          rows.putAnywhere(buckets, keys / 50);
          if (i % 5 == 0) {
            rows.delete(buckets.get(25), i / 5);
          }
          if (i % (keys / 200) == keys / 200 - 1) {
            rows.flush();
            rows.db().rest();
          }
        }
        return Scene.of(keys / 50, buckets.get(25));
      }),
  IN_MEMORY("One bucket of 50 is deleted, all in the memtable", (rows, keys) -> {
    Bucket deleted = rows.settled(50, keys / 50).get(25);
    return new Scene(Scene.job(deleted).toBuilder().setFlush(true).build(), keys / 50, keys / 50,
        Place.begin(deleted));
  });

  private final String title;
  private final Maker maker;

  Case(String title, Maker maker) {
    this.title = title;
    this.maker = maker;
  }

  String title() {
    return title;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** @param keys approximate number of keys in total */
  Scene make(Rows rows, int keys) throws IOException, RocksDBException {
    Scene made = maker.make(rows, keys);
    return new Scene(made.job, made.rows, made.deletedInMemory, made.places, rows.buckets());
  }

  private interface Maker {
    Scene make(Rows rows, int keys) throws IOException, RocksDBException;
  }

  /**
   * The database that a case makes: its slow lists, and the job that an operator would trigger. A job without targets
   * is for all keys.
   *
   * @param rows            number of rows of each slow bucket, deleted ones included
   * @param deletedInMemory number of the first bucket's rows that have yet to be deleted, as a copy does not include
   *                        memtables
   * @param buckets         all buckets of the database
   */
  record Scene(JobSpec job, int rows, int deletedInMemory, List<Place> places, List<Bucket> buckets) {
    private static final int LIVE_IN_QUEUE = 25_000;
    /** Files in level 0: one less than starts an automatic compaction. */
    private static final int FILES_IN_LEVEL_ZERO = 3;

    Scene(JobSpec job, int rows, int deletedInMemory, Place... places) {
      this(job, rows, deletedInMemory, List.of(places), List.of());
    }

    /** A scene with slow lists in some buckets, and a job for these. */
    static Scene of(int rows, Bucket... buckets) {
      return new Scene(job(buckets), rows, 0, Stream.of(buckets).map(Place::begin).toArray(Place[]::new));
    }

    private static JobSpec job(Bucket... buckets) {
      return JobSpec.newBuilder().setTargets(Targets.newBuilder()
          .addAllBuckets(Stream.of(buckets).map(Bucket::path).toList())).build();
    }

    String table() {
      return places.get(0).bucket().table();
    }
  }

  /**
   * The key at which a list continues, given by the row before it. @param firstRow -1 for the beginning of the bucket
   */
  record Place(Bucket bucket, int firstRow) {
    static Place begin(Bucket bucket) {
      return new Place(bucket, -1);
    }

    byte[] key() {
      return firstRow < 0 ? bucket.begin() : bucket.key(firstRow);
    }
  }
}
