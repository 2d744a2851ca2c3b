// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import static org.apache.hadoop.ozone.om.compaction.rest.ServedBuckets.TABLE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.BucketListJson;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** A copy of the database of an OM that has it open: a bucket of 5,000 rows, 4,000 of which are deleted. */
abstract class OneCopiedDatabase {
  @TempDir
  static Path om;
  static ServedBuckets served;

  @TempDir
  Path temp;
  Path copy;

  @BeforeAll
  static void fill() throws Exception {
    served = new ServedBuckets(om);
    served.fill("a", 5_000);
    served.om().compact(TABLE);
    served.delete("a", 0, 4_000);
    served.om().flush(TABLE);
    served.om().flush("volumeTable");
    served.om().flush("bucketTable");
  }

  @AfterAll
  static void close() throws Exception {
    served.close();
  }

  /** As a copy of all files at one moment: with the log of what is in memory. */
  @BeforeEach
  void copyFilesOfTheOpenDatabase() throws IOException {
    copy = Files.createDirectory(temp.resolve("copy"));
    try (Stream<Path> files = Files.list(om.resolve("om.db"))) {
      for (Path file : files.filter(file -> !file.endsWith("LOCK")).toList()) {
        Files.copy(file, copy.resolve(file.getFileName()));
      }
    }
  }

  static List<String> warnings(Path path) throws Exception {
    try (CopiedDatabaseReads reads = open(path)) {
      return reads.warnings();
    }
  }

  static long tombstones(Path path) throws Exception {
    try (CopiedDatabaseReads reads = open(path)) {
      BucketListJson list = reads.buckets("table=keyTable&bucket=/v/a");
      assertThat(list.getBuckets()).hasSize(1);
      return list.getBuckets().get(0).getTombstones().getLow();
    }
  }

  void drop(String... names) throws Exception {
    change((db, tables) -> {
      for (String name : names) {
        db.dropColumnFamily(table(tables, name));
      }
    });
  }

  /** Something that is done to a database. */
  interface Change {
    void of(RocksDB db, List<ColumnFamilyHandle> tables) throws Exception;
  }

  void change(Change change) throws Exception {
    change(copy, change);
  }

  static ColumnFamilyHandle table(List<ColumnFamilyHandle> tables, String name) throws RocksDBException {
    for (ColumnFamilyHandle table : tables) {
      if (name.equals(new String(table.getName(), StandardCharsets.UTF_8))) {
        return table;
      }
    }
    throw new AssertionError("no " + name);
  }

  static void change(Path path, Change change) throws Exception {
    List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
    try (Options options = new Options(); DBOptions dbOptions = new DBOptions()) {
      for (byte[] name : RocksDB.listColumnFamilies(options, path.toString())) {
        descriptors.add(new ColumnFamilyDescriptor(name));
      }
      List<ColumnFamilyHandle> tables = new ArrayList<>();
      try (RocksDB db = RocksDB.open(dbOptions, path.toString(), descriptors, tables)) {
        change.of(db, tables);
        tables.forEach(ColumnFamilyHandle::close);
      }
    }
  }

  static CopiedDatabaseReads open(Path path) throws RefusedException {
    return new CopiedDatabaseReads(new OzoneConfiguration(), path.toFile());
  }
}
