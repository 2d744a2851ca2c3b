// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring.service;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import org.apache.hadoop.hdds.utils.db.RDBStore;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.demo.TableRows;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.RocksDB;

/** An SST file of a running OM whose disk has lost some of its bytes, until it is closed. */
final class DamagedFile implements AutoCloseable {
  private static final int PART = 4;

  private final Path path;
  private final long from;
  private final byte[] sound;

  private DamagedFile(Path path, long from, byte[] sound) {
    this.path = path;
    this.from = from;
    this.sound = sound;
  }

  /** Damages the file of the lowest level with the first of some rows. */
  static DamagedFile of(OzoneManager om, TableRows rows) throws IOException {
    byte[] first = rows.key(0);
    RocksDB database = ((RDBStore) om.getMetadataManager().getStore()).getDb().getManagedRocksDb().get();
    LiveFileMetaData file = database.getLiveFilesMetaData().stream()
        .filter(each -> new String(each.columnFamilyName(), StandardCharsets.UTF_8).equals(rows.table()))
        .filter(each -> Arrays.compareUnsigned(each.smallestKey(), first) <= 0
            && Arrays.compareUnsigned(each.largestKey(), first) >= 0)
        .max(Comparator.comparingInt(LiveFileMetaData::level)).orElseThrow();
    byte[] sound = new byte[(int) file.size() / PART];
    try (RandomAccessFile bytes = new RandomAccessFile(Path.of(file.path(), file.fileName()).toFile(), "rw")) {
      bytes.seek(sound.length);
      bytes.readFully(sound);
      bytes.seek(sound.length);
      bytes.write(new byte[sound.length]);
    }
    return new DamagedFile(Path.of(file.path(), file.fileName()), sound.length, sound);
  }

  String name() {
    return path.getFileName().toString();
  }

  /** Gives the file its bytes back, if it is still there. */
  @Override
  public void close() throws IOException {
    if (path.toFile().exists()) {
      try (RandomAccessFile bytes = new RandomAccessFile(path.toFile(), "rw")) {
        bytes.seek(from);
        bytes.write(sound);
      }
    }
  }
}
