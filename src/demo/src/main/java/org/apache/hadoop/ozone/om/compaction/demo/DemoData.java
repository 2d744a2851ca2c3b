// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.demo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.client.BucketArgs;
import org.apache.hadoop.ozone.client.ObjectStore;
import org.apache.hadoop.ozone.client.OzoneBucket;
import org.apache.hadoop.ozone.client.OzoneClient;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;

/** Twenty buckets with {@value #KEYS} keys, some of which are deleted. */
final class DemoData {
  static final int KEYS = 50_000 + 11 * 75_000 + 8 * 35_000;
  /** Target size of SST files: 1/64 of stock, as the tables are about that much smaller than those of a busy OM. */
  static final long SST_FILE_BYTES = 1L << 20;

  static final Bucket WORST = new Bucket("shop", "orders-2024", BucketLayout.OBJECT_STORE, 50_000);
  private static final Bucket CARTS = new Bucket("shop", "carts", BucketLayout.OBJECT_STORE, 75_000);
  private static final Bucket RETURNS = new Bucket("shop", "returns", BucketLayout.OBJECT_STORE, 75_000);
  private static final Bucket STAGING = new Bucket("lake", "staging", BucketLayout.FILE_SYSTEM_OPTIMIZED, 35_000);
  private static final Bucket TMP = new Bucket("lake", "tmp", BucketLayout.FILE_SYSTEM_OPTIMIZED, 35_000);
  /** Deletes by a client, too few for a list to be slow on any machine. */
  private static final int CLIENT_DELETES = 900;
  private static final int CLIENT_DELETES_AT_ONCE = 300;

  private static final Set<Bucket> DELETED_FROM = Set.of(WORST, CARTS, RETURNS, STAGING, TMP);

  private final EmbeddedRing ring;
  private final BulkTables tables;
  private final int part;

  DemoData(EmbeddedRing ring) {
    this(ring, 1);
  }

  /** @param part buckets in which nothing is deleted get their number of keys divided by this */
  DemoData(EmbeddedRing ring, int part) {
    this.ring = ring;
    this.tables = new BulkTables(ring);
    this.part = part;
  }

  /** A bucket and its number of keys. */
  record Bucket(String volume, String name, BucketLayout layout, int keys) {
    String path() {
      return '/' + volume + '/' + name;
    }

    String table() {
      return layout.isFileSystemOptimized() ? OMDBDefinition.FILE_TABLE : OMDBDefinition.KEY_TABLE;
    }
  }

  static List<Bucket> buckets() {
    List<Bucket> buckets = new ArrayList<>(List.of(WORST, CARTS, RETURNS, STAGING, TMP));
    Stream.of("customers", "images", "invoices", "orders-2022", "orders-2023", "prices", "reviews", "sessions", "stock")
        .forEach(name -> buckets.add(new Bucket("shop", name, BucketLayout.OBJECT_STORE, 75_000)));
    Stream.of("clicks", "events", "models", "raw", "reports", "warehouse")
        .forEach(name -> buckets.add(new Bucket("lake", name, BucketLayout.FILE_SYSTEM_OPTIMIZED, 35_000)));
    return buckets;
  }

  BucketRows rows(Bucket bucket) throws IOException {
    return BucketRows.of(ring.leader(), bucket.table(), bucket.volume(), bucket.name());
  }

  void createBuckets(OzoneClient client) throws IOException {
    ObjectStore store = client.getObjectStore();
    store.createVolume("shop");
    store.createVolume("lake");
    for (Bucket bucket : buckets()) {
      store.getVolume(bucket.volume()).createBucket(bucket.name(),
          BucketArgs.newBuilder().setBucketLayout(bucket.layout()).build());
    }
  }

  void load() throws IOException {
    for (Bucket bucket : buckets()) {
      tables.put(rows(bucket), DELETED_FROM.contains(bucket) ? bucket.keys() : bucket.keys() / part);
    }
    tables.settle(OMDBDefinition.KEY_TABLE, SST_FILE_BYTES);
    tables.settle(OMDBDefinition.FILE_TABLE, SST_FILE_BYTES);
  }

  /**
   * Deletes the oldest keys of some buckets, like expiry. A few are deleted through Ozone's client, which leaves
   * tombstones in memtables.
   */
  void delete(OzoneClient client) throws IOException {
    deleteInBulk(WORST, row -> row < 49_000);
    deleteInBulk(CARTS, row -> row % 2 == 0);
    deleteInBulk(STAGING, row -> row < 34_000);
    deleteInBulk(TMP, row -> row % 5 != 0);
    OzoneBucket returns = client.getObjectStore().getVolume(RETURNS.volume()).getBucket(RETURNS.name());
    List<String> names = new ArrayList<>();
    for (int row = 0; row < CLIENT_DELETES; row++) {
      names.add(BucketRows.name(row));
      if (names.size() == CLIENT_DELETES_AT_ONCE) {
        returns.deleteKeys(names);
        names.clear();
      }
    }
  }

  private void deleteInBulk(Bucket bucket, IntPredicate chosen) throws IOException {
    tables.delete(rows(bucket), bucket.keys(), chosen);
    tables.flush(bucket.table());
  }
}
