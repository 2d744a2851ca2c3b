// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.fault;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** Damages the om.db of a stopped OM as disks do. */
final class DamagedDatabase {
  private static final int BYTES = 200;

  private final Path omDb;

  DamagedDatabase(Path omDb) {
    this.omDb = omDb;
  }

  /** @return the first file of the lowest level that begins with a key of the prefix */
  Path file(String table, String prefix) throws RocksDBException {
    return file(table, file -> new String(file.smallestKey(), StandardCharsets.UTF_8).startsWith(prefix));
  }

  /** @return the file of the lowest level that a key lies in */
  Path fileAround(String table, byte[] key) throws RocksDBException {
    return file(table, file -> Arrays.compareUnsigned(file.smallestKey(), key) <= 0
        && Arrays.compareUnsigned(key, file.largestKey()) <= 0);
  }

  private Path file(String table, Predicate<LiveFileMetaData> which) throws RocksDBException {
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try (ColumnFamilyOptions options = new ColumnFamilyOptions();
         RocksDB database = RocksDB.openReadOnly(omDb.toString(), families(options), handles)) {
      LiveFileMetaData found = database.getLiveFilesMetaData().stream()
          .filter(file -> new String(file.columnFamilyName(), StandardCharsets.UTF_8).equals(table))
          .filter(which)
          .min(Comparator.comparingInt(LiveFileMetaData::level).reversed()
              .thenComparing(LiveFileMetaData::smallestKey, Arrays::compareUnsigned)).orElseThrow();
      handles.forEach(ColumnFamilyHandle::close);
      return omDb.resolve(found.fileName().substring(1));
    }
  }

  /** Overwrites some bytes a third into a file; @return its former content. */
  static byte[] damage(Path file) throws IOException {
    byte[] sound = Files.readAllBytes(file);
    Files.write(file, damaged(sound));
    return sound;
  }

  private static byte[] damaged(byte[] sound) {
    byte[] damaged = sound.clone();
    Arrays.fill(damaged, sound.length / 3, sound.length / 3 + BYTES, (byte) 0x5a);
    return damaged;
  }

  /**
   * Gives a damaged file its former content back. A file of this name may be another one by now: an OM that has
   * installed a checkpoint has the files of another OM.
   */
  static void repair(Path file, byte[] sound) throws IOException {
    if (Files.exists(file) && Arrays.equals(Files.readAllBytes(file), damaged(sound))) {
      Files.write(file, sound);
    }
  }

  /** Overwrites the row of a job's record with bytes that are no record. */
  void damageRecord(String jobId) throws RocksDBException {
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try (DBOptions options = new DBOptions();
         ColumnFamilyOptions familyOptions = new ColumnFamilyOptions().setDisableAutoCompactions(true);
         RocksDB database = RocksDB.open(options, omDb.toString(), families(familyOptions), handles)) {
      byte[] row = ("#RangeCompactionJob/" + jobId).getBytes(StandardCharsets.UTF_8);
      for (ColumnFamilyHandle handle : handles) {
        if (Arrays.equals(handle.getName(), "metaTable".getBytes(StandardCharsets.UTF_8))) {
          if (database.get(handle, row) == null) {
            throw new IllegalStateException("No record of " + jobId);
          }
          database.put(handle, row, "no record".getBytes(StandardCharsets.UTF_8));
        }
      }
      handles.forEach(ColumnFamilyHandle::close);
    }
  }

  private List<ColumnFamilyDescriptor> families(ColumnFamilyOptions options) throws RocksDBException {
    List<ColumnFamilyDescriptor> families = new ArrayList<>();
    try (Options list = new Options()) {
      for (byte[] name : RocksDB.listColumnFamilies(list, omDb.toString())) {
        families.add(new ColumnFamilyDescriptor(name, options));
      }
    }
    return families;
  }
}
