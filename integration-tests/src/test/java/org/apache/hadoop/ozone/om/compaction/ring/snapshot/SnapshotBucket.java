// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring.snapshot;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.ozone.client.OzoneBucket;
import org.apache.hadoop.ozone.client.OzoneKey;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.demo.BucketRows;
import org.apache.hadoop.ozone.om.compaction.ring.TestRing;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;

/** A bucket for snapshots: many rows to be deleted, and keys for each kind of change. */
final class SnapshotBucket {
  static final int ROWS = 2_000;
  private static final long FILE_BYTES = 16 << 10;

  private final TestRing ring;
  private final BucketLayout layout;
  private final String table;
  private final String name;

  /** Writes the rows and compacts them to the last level. */
  SnapshotBucket(TestRing ring, BucketLayout layout, String table) throws IOException {
    this.ring = ring;
    this.layout = layout;
    this.table = table;
    this.name = ring.createBucket(layout);
    for (String key : List.of("dir/deleted", "dir/renamed", "dir/written", "moved/key")) {
      open().createKey(key, 0).close();
    }
    ring.tables().put(rows(), ROWS);
    ring.tables().settle(table, FILE_BYTES);
  }

  String name() {
    return name;
  }

  String table() {
    return table;
  }

  /** Changes the other keys. */
  void changeKeys() throws IOException {
    OzoneBucket bucket = open();
    bucket.deleteKey("dir/deleted");
    bucket.renameKey("dir/renamed", "dir/by-this-name");
    bucket.createKey("dir/written", 0).close();
    bucket.createKey("dir/created", 0).close();
    if (layout.isFileSystemOptimized()) {
      bucket.renameKey("moved", "here");
    }
  }

  /** The changes of {@link #changeKeys} in Ozone's words, for which a recreated key is renamed to its own name. */
  Set<String> keyChanges() {
    Set<String> changes = new TreeSet<>(Set.of("DELETE dir/deleted", "RENAME dir/renamed > dir/by-this-name",
        "RENAME dir/written > dir/written", "CREATE dir/created"));
    if (layout.isFileSystemOptimized()) {
      changes.addAll(Set.of("MODIFY dir", "RENAME moved > here"));
    }
    return changes;
  }

  /** Deletes rows and flushes the table. */
  void deleteRows(IntPredicate chosen) throws IOException {
    ring.tables().delete(rows(), ROWS, chosen);
    ring.tables().flush(table);
  }

  /** The changes of {@link #deleteRows} in Ozone's words. */
  static Set<String> rowChanges(IntPredicate chosen) {
    return IntStream.range(0, ROWS).filter(chosen).mapToObj(row -> "DELETE " + BucketRows.name(row))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Takes a snapshot and waits until every OM has created it. */
  void snapshot(String snapshot) throws IOException {
    ring.client().getObjectStore().createSnapshot(TestRing.VOLUME, name, snapshot);
    ring.nodes().running().forEach(om -> on(om).awaitSnapshot(snapshot));
  }

  /** Names and times of all keys, read through a snapshot. */
  Map<String, Object> read(String snapshot) throws IOException {
    String root = ".snapshot/" + snapshot + '/';
    Map<String, Object> keys = new TreeMap<>();
    for (Iterator<? extends OzoneKey> all = open().listKeys(root); all.hasNext();) {
      OzoneKey key = all.next();
      keys.put(key.getName().substring(root.length()), key.getModificationTime());
    }
    return keys;
  }

  SnapshotDiffs on(OzoneManager om) {
    return new SnapshotDiffs(om, name);
  }

  BucketRows rows() throws IOException {
    return ring.rows(table, name);
  }

  private OzoneBucket open() throws IOException {
    return ring.client().getObjectStore().getVolume(TestRing.VOLUME).getBucket(name);
  }
}
