// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.rocksdb.RocksDBException;

/** Writes the rows of a benchmark's database. */
final class Rows {
  private final OmDb db;
  private final SplittableRandom random = new SplittableRandom(1);
  private final Set<Bucket> buckets = new LinkedHashSet<>();

  Rows(OmDb db) {
    this.db = db;
  }

  OmDb db() {
    return db;
  }

  /** All buckets of the database. */
  List<Bucket> buckets() {
    return List.copyOf(buckets);
  }

  Bucket bucket(String name) throws IOException {
    return bucket(name, BucketLayout.OBJECT_STORE);
  }

  private Bucket bucket(String name, BucketLayout layout) throws IOException {
    Bucket bucket = db.bucket(name, layout);
    buckets.add(bucket);
    return bucket;
  }

  List<Bucket> settled(int count, int rowsOfEach) throws IOException, RocksDBException {
    return settled(count, rowsOfEach, BucketLayout.OBJECT_STORE);
  }

  /** Buckets whose rows are all on the table's lowest level. */
  List<Bucket> settled(int count, int rowsOfEach, BucketLayout layout) throws IOException, RocksDBException {
    List<Bucket> made = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      made.add(bucket(String.format("bucket-%04d", i), layout));
      putAll(made.get(i), rowsOfEach);
    }
    for (String table : List.of(OMDBDefinition.KEY_TABLE, OMDBDefinition.FILE_TABLE)) {
      db.settle(table);
    }
    return made;
  }

  void put(Bucket bucket, int row) throws RocksDBException {
    db.put(bucket, row);
  }

  void putAll(Bucket bucket, int rows) throws RocksDBException {
    for (int row = 0; row < rows; row++) {
      put(bucket, row);
    }
  }

  /** Puts an existing row of any bucket again. */
  void putAnywhere(List<Bucket> among, int rowsOfEach) throws RocksDBException {
    put(among.get(random.nextInt(among.size())), random.nextInt(rowsOfEach));
  }

  void delete(Bucket bucket, int row) throws RocksDBException {
    db.delete(bucket.rows(), row);
  }

  /** @param end the first row that is kept */
  void delete(Bucket bucket, int first, int end) throws RocksDBException {
    for (int row = first; row < end; row++) {
      delete(bucket, row);
    }
  }

  void flush() throws RocksDBException {
    for (String table : buckets.stream().map(Bucket::table).distinct().toList()) {
      db.flush(table);
    }
  }
}
