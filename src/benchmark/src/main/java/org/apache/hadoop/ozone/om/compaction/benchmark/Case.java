// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.RocksDBException;

/** How tombstones come to lie in a table, each with a number of keys of the caller's choice. */
enum Case {
  MASS_DELETE("One bucket of 50 is deleted") {
    @Override
    Scene make(Rows rows, int keys) throws IOException, RocksDBException {
      List<Bucket> buckets = rows.settled(50, keys / 50, BucketLayout.OBJECT_STORE);
      rows.delete(buckets.get(25), keys / 50, row -> true);
      return Scene.of(buckets.get(25));
    }
  },
  FIFO("A queue with 25,000 live keys, a tenth of all keys passes through it") {
    @Override
    Scene make(Rows rows, int keys) throws IOException, RocksDBException {
      List<Bucket> buckets = rows.settled(50, keys / 50, BucketLayout.OBJECT_STORE);
      Bucket queue = rows.bucket("queue", BucketLayout.OBJECT_STORE);
      int passing = LIVE_IN_QUEUE + Math.max(keys / 10, 3 * LIVE_IN_QUEUE);
      for (int i = 0; i < passing; i++) {
        rows.put(queue, i);
        if (i >= LIVE_IN_QUEUE) {
          rows.delete(queue, i - LIVE_IN_QUEUE);
        }
        if (i % WRITES_ELSEWHERE_EVERY == 0) {
          rows.putAnywhere(buckets, keys / 50);
        }
      }
      return Scene.of(queue);
    }
  },
  AT_THE_BOTTOM("Tombstones that were moved to the lowest level unrewritten") {
    @Override
    Scene make(Rows rows, int keys) throws IOException, RocksDBException {
      rows.settled(50, keys / 50, BucketLayout.OBJECT_STORE);
      Bucket gone = rows.bucket("zz-gone", BucketLayout.OBJECT_STORE);
      rows.delete(gone, keys / 20, row -> true);
      rows.flush();
      try (CompactRangeOptions moving = new CompactRangeOptions()) {
        rows.db().rocksDb().compactRange(rows.db().handle(gone.table()), gone.key(0), gone.key(keys / 20), moving);
      }
      return Scene.of(gone);
    }
  },
  WIDE_LEVEL_ZERO("One bucket of 50 is deleted while others are written: files as wide as the table") {
    @Override
    Scene make(Rows rows, int keys) throws IOException, RocksDBException {
      List<Bucket> buckets = rows.settled(50, keys / 50, BucketLayout.OBJECT_STORE);
      int rowsOfFile = keys / 50 / FILES_IN_LEVEL_ZERO + 1;
      for (int i = 0; i < keys / 50; i++) {
        rows.delete(buckets.get(25), i);
        rows.putAnywhere(buckets, keys / 50);
        if (i % rowsOfFile == rowsOfFile - 1) {
          rows.flush();
        }
      }
      return Scene.of(buckets.get(25));
    }
  },
  SMALL_BUCKETS("1,000 small buckets, half of each deleted") {
    @Override
    Scene make(Rows rows, int keys) throws IOException, RocksDBException {
      List<Bucket> buckets = rows.settled(1_000, keys / 1_000, BucketLayout.OBJECT_STORE);
      for (Bucket bucket : buckets) {
        rows.delete(bucket, keys / 1_000, row -> row < keys / 2_000);
      }
      return new Scene(JobSpec.getDefaultInstance(), List.of(Place.begin(buckets.get(500)),
          Place.begin(buckets.get(10)), Place.begin(buckets.get(990))));
    }
  },
  SHARED_FILES("One bucket holds all deletes of files that it shares with twenty") {
    @Override
    Scene make(Rows rows, int keys) throws IOException, RocksDBException {
      List<Bucket> buckets = rows.settled(200, keys / 200, BucketLayout.OBJECT_STORE);
      List<Bucket> neighbours = new ArrayList<>(buckets.subList(90, 111));
      Bucket deleted = neighbours.remove(10);
      for (int i = 0; i < keys / 200; i++) {
        rows.delete(deleted, i);
        rows.putAnywhere(neighbours, keys / 200);
      }
      return Scene.of(deleted);
    }
  },
  FSO("Two of 50 FSO buckets are deleted, one after the other") {
    @Override
    Scene make(Rows rows, int keys) throws IOException, RocksDBException {
      List<Bucket> buckets = rows.settled(50, keys / 50, BucketLayout.FILE_SYSTEM_OPTIMIZED);
      rows.delete(buckets.get(10), keys / 50, row -> true);
      rows.delete(buckets.get(40), keys / 50, row -> true);
      return new Scene(job(buckets.get(10), buckets.get(40)).build(),
          List.of(Place.begin(buckets.get(10)), Place.begin(buckets.get(40))));
    }
  },
  DENSE_RUN("3 % of all keys, deleted in a row in the middle of a bucket of two thirds of them") {
    @Override
    Scene make(Rows rows, int keys) throws IOException, RocksDBException {
      Bucket large = rows.bucket("large", BucketLayout.OBJECT_STORE);
      for (int i = 0; i < keys / 3 * 2; i++) {
        rows.put(large, i);
      }
      rows.settled(20, keys / 60, BucketLayout.OBJECT_STORE);
      int first = keys / 3;
      rows.delete(large, first + keys * 3 / 100, row -> row >= first);
      return new Scene(job(large).build(), List.of(new Place(large, first)));
    }
  },
  HEAD("The table's first bucket is deleted: every list passes it") {
    @Override
    Scene make(Rows rows, int keys) throws IOException, RocksDBException {
      List<Bucket> buckets = rows.settled(50, keys / 50, BucketLayout.OBJECT_STORE);
      rows.delete(buckets.get(0), keys / 50, row -> true);
      return new Scene(job(buckets.get(0)).build(),
          List.of(Place.begin(buckets.get(0)), Place.begin(buckets.get(30))));
    }
  },
  VERSIONS("A bucket is written three times, then deleted") {
    @Override
    Scene make(Rows rows, int keys) throws IOException, RocksDBException {
      List<Bucket> buckets = rows.settled(50, keys / 50, BucketLayout.OBJECT_STORE);
      Bucket rewritten = buckets.get(25);
      for (int version = 1; version < FILES_IN_LEVEL_ZERO; version++) {
        for (int row = 0; row < keys / 50; row++) {
          rows.put(rewritten, row);
        }
        rows.flush();
      }
      rows.delete(rewritten, keys / 50, row -> true);
      return Scene.of(rewritten);
    }
  },
  IN_MEMORY("One bucket of 50 is deleted, all in the memtable") {
    @Override
    Scene make(Rows rows, int keys) throws IOException, RocksDBException {
      Bucket deleted = rows.settled(50, keys / 50, BucketLayout.OBJECT_STORE).get(25);
      return new Scene(job(deleted).setFlush(true).build(), List.of(Place.begin(deleted)));
    }

    @Override
    void beforeMeasuring(OmDb db, Scene scene, int keys) throws RocksDBException {
      for (int row = 0; row < keys / 50; row++) {
        db.delete(scene.places().get(0).bucket(), row);
      }
    }
  };

  private static final int LIVE_IN_QUEUE = 25_000;
  private static final int WRITES_ELSEWHERE_EVERY = 10;
  /** One less than RocksDB compacts by itself. */
  private static final int FILES_IN_LEVEL_ZERO = 3;

  private final String title;

  Case(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  private static JobSpec.Builder job(Bucket... buckets) {
    return JobSpec.newBuilder().setTargets(Targets.newBuilder()
        .addAllBuckets(Stream.of(buckets).map(Bucket::path).toList()));
  }

  /** Where a list is slow, and the job that somebody would trigger to mend that; without targets it is everything. */
  record Scene(JobSpec job, List<Place> places) {
    static Scene of(Bucket bucket) {
      return new Scene(Case.job(bucket).build(), List.of(Place.begin(bucket)));
    }

    String table() {
      return places.get(0).bucket().table();
    }
  }

  /** Where somebody goes on with a list. @param firstRow -1 for the bucket's begin */
  record Place(Bucket bucket, int firstRow) {
    static Place begin(Bucket bucket) {
      return new Place(bucket, -1);
    }

    byte[] key() {
      return firstRow < 0 ? bucket.begin() : bucket.key(firstRow);
    }
  }

  /** @param keys how many there are about, in all */
  abstract Scene make(Rows rows, int keys) throws IOException, RocksDBException;

  /** Changes what does not outlive a copy. */
  void beforeMeasuring(OmDb db, Scene scene, int keys) throws RocksDBException {
  }

  /** Writes a case's rows. */
  static final class Rows {
    private final OmDb db;
    private final KeyRecords records = new KeyRecords(1);
    private final List<String> tables = new ArrayList<>();

    Rows(OmDb db) {
      this.db = db;
    }

    OmDb db() {
      return db;
    }

    Bucket bucket(String name, BucketLayout layout) throws IOException {
      Bucket bucket = db.bucket(name, layout);
      if (!tables.contains(bucket.table())) {
        tables.add(bucket.table());
      }
      return bucket;
    }

    /** Buckets whose rows have been in the table for long: all of them at its lowest level. */
    List<Bucket> settled(int count, int rowsOfEach, BucketLayout layout) throws IOException, RocksDBException {
      List<Bucket> buckets = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        buckets.add(bucket(String.format("bucket-%04d", i), layout));
        for (int row = 0; row < rowsOfEach; row++) {
          put(buckets.get(i), row);
        }
      }
      for (String table : List.of(OMDBDefinition.KEY_TABLE, OMDBDefinition.FILE_TABLE)) {
        db.settle(table);
      }
      return buckets;
    }

    void put(Bucket bucket, int row) throws RocksDBException {
      db.put(bucket, row, records.next(bucket, row));
    }

    void putAnywhere(List<Bucket> buckets, int rowsOfEach) throws RocksDBException {
      put(buckets.get(records.random().nextInt(buckets.size())), records.random().nextInt(rowsOfEach));
    }

    void delete(Bucket bucket, int row) throws RocksDBException {
      db.delete(bucket, row);
    }

    void delete(Bucket bucket, int rows, IntPredicate chosen) throws RocksDBException {
      for (int row = 0; row < rows; row++) {
        if (chosen.test(row)) {
          delete(bucket, row);
        }
      }
    }

    void flush() throws RocksDBException {
      for (String table : tables) {
        db.flush(table);
      }
    }
  }
}
