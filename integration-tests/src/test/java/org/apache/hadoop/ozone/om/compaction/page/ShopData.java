// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.apache.hadoop.hdds.utils.db.RDBStore;
import org.apache.hadoop.ozone.client.BucketArgs;
import org.apache.hadoop.ozone.client.ObjectStore;
import org.apache.hadoop.ozone.client.OzoneClient;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.demo.BucketRows;
import org.apache.hadoop.ozone.om.compaction.demo.BulkTables;
import org.apache.hadoop.ozone.om.compaction.demo.EmbeddedRing;
import org.apache.hadoop.ozone.om.compaction.recon.RingWithRecon;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.CompactionOptions;
import org.rocksdb.MutableColumnFamilyOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * A typical volume: two buckets lost most of their keys, others lose one now and then. The tombstones lie above the
 * rows they hide, older ones merged into the level above the bottom, the last ones in level 0.
 */
final class ShopData {
  static final String VOLUME = "shop";
  static final String TABLE = "keyTable";
  /** Has the most tombstones, in two ranges. */
  static final String WORST = "/shop/orders-2024";
  /** Has two ranges, too. */
  static final String SECOND = "/shop/sessions";
  private static final long FILE_BYTES = 128 << 10;
  private static final int ABOVE_THE_BOTTOM = 5;

  private static final Bucket ORDERS = new Bucket("orders-2024", 40_000);
  private static final Bucket SESSIONS = new Bucket("sessions", 24_000);
  private static final List<Bucket> OTHERS = List.of(new Bucket("carts", 9_000), new Bucket("images", 12_000),
      new Bucket("invoices", 9_000), new Bucket("orders-2023", 9_000), new Bucket("returns", 6_000));

  private final EmbeddedRing ring;
  private final BulkTables tables;

  private ShopData(EmbeddedRing ring) {
    this.ring = ring;
    this.tables = new BulkTables(ring);
  }

  /** A bucket and its number of rows. */
  private record Bucket(String name, int rows) {
  }

  /** Creates the volume, or restores what jobs have removed from it. */
  static void in(RingWithRecon ring) throws IOException, RocksDBException {
    ShopData shop = new ShopData(ring.nodes());
    shop.create();
    shop.fill(ORDERS);
    shop.fill(SESSIONS);
    for (Bucket bucket : OTHERS) {
      shop.fill(bucket);
    }
    shop.tables.settle(TABLE, FILE_BYTES);
    shop.holdStill();
    shop.deleteLongAgo();
    shop.deleteOfLate();
    ring.forgetAnswers();
  }

  private void deleteLongAgo() throws IOException, RocksDBException {
    fill(ORDERS);
    delete(ORDERS, row -> row < 15_000 || row > 28_000 && row < 36_000 && row % 4 != 0);
    sink();
    delete(SESSIONS, row -> row < 9_000);
    sink();
    delete(SESSIONS, row -> row >= 16_000);
    sink();
    for (Bucket bucket : OTHERS) {
      delete(bucket, row -> row % 9 == 0);
      sink();
    }
  }

  private void deleteOfLate() throws IOException {
    delete(ORDERS, row -> row >= 15_000 && row < 20_000 && row % 5 != 0);
    delete(ORDERS, row -> row >= 30_000 && row % 12 == 0);
  }

  private void create() throws IOException {
    try (OzoneClient client = ring.newClient()) {
      ObjectStore store = client.getObjectStore();
      if (store.listVolumes(VOLUME).hasNext()) {
        return;
      }
      store.createVolume(VOLUME);
      List<Bucket> all = new ArrayList<>(List.of(ORDERS, SESSIONS));
      all.addAll(OTHERS);
      for (Bucket bucket : all) {
        store.getVolume(VOLUME).createBucket(bucket.name(),
            BucketArgs.newBuilder().setBucketLayout(BucketLayout.OBJECT_STORE).build());
      }
    }
  }

  private void fill(Bucket bucket) throws IOException {
    tables.put(rows(bucket), bucket.rows());
  }

  private void delete(Bucket bucket, IntPredicate chosen) throws IOException {
    tables.delete(rows(bucket), bucket.rows(), chosen);
    tables.flush(TABLE);
  }

  private BucketRows rows(Bucket bucket) throws IOException {
    return BucketRows.of(ring.leader(), TABLE, VOLUME, bucket.name());
  }

  /** RocksDB 10 would at once empty a level above the bottom that so small a table does not need. */
  private void holdStill() throws RocksDBException {
    for (OzoneManager om : ring.running()) {
      database(om).setOptions(table(om),
          MutableColumnFamilyOptions.builder().setDisableAutoCompactions(true).build());
    }
  }

  private static RocksDB database(OzoneManager om) {
    return ((RDBStore) om.getMetadataManager().getStore()).getDb().getManagedRocksDb().get();
  }

  private static ColumnFamilyHandle table(OzoneManager om) {
    return ((RDBStore) om.getMetadataManager().getStore()).getDb().getColumnFamily(TABLE).getHandle();
  }

  /** Merges level 0 into the level above the bottom, as RocksDB does automatically in larger tables. */
  private void sink() throws RocksDBException {
    for (OzoneManager om : ring.running()) {
      RocksDB database = database(om);
      List<String> young = database.getLiveFilesMetaData().stream()
          .filter(file -> file.level() == 0 && TABLE.equals(new String(file.columnFamilyName(), UTF_8)))
          .map(file -> file.fileName()).toList();
      try (CompactionOptions options = new CompactionOptions().setOutputFileSizeLimit(FILE_BYTES)) {
        database.compactFiles(options, table(om), young, ABOVE_THE_BOTTOM, -1, null);
      }
    }
  }
}
