// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.fault;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.dist.Shell;
import org.apache.hadoop.ozone.om.compaction.dist.Stock;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * The content of an OM's om.db: a digest of each table and orphaned files, once the OM is stopped; the record of a job
 * also while it runs.
 */
final class OmTables {
  /** Each OM's own compactions. */
  private static final Set<String> OWN = Set.of("compactionLogTable");
  /**
   * Entries of the log without user data, such as a new leader's first, may have reached one OM and not the other. That
   * a ring was prepared each OM forgets when it starts for the second time since.
   */
  private static final Set<String> OWN_ROWS = Set.of("#TRANSACTIONINFO", "#PREPAREDINFO");

  private static final byte[] META_TABLE = "metaTable".getBytes(StandardCharsets.UTF_8);
  private static final String RECORDS = "#RangeCompactionJob/";
  private static final String ORPHAN = "orphan";
  private static final String TABLE = "table";

  private final Map<String, String> digests = new TreeMap<>();
  private final List<String> orphans = new ArrayList<>();

  private OmTables() {
  }

  /**
   * Reads a database in a process of its own, as its RocksDB may be another than that of this one.
   *
   * @param ozone of the OM that has written it
   * @param missed ids of jobs whose rows are ignored
   */
  static OmTables read(Path home, Stock ozone, Path omDb, Set<String> missed) {
    List<String> command = new ArrayList<>(ozone.javaOfTest(home, OmTables.class));
    command.add(omDb.toString());
    command.addAll(missed);
    OmTables tables = new OmTables();
    Shell.output(home, command).lines().map(line -> line.split(" ", 3)).forEach(words -> {
      if (words[0].equals(ORPHAN)) {
        tables.orphans.add(words[1]);
      } else if (words[0].equals(TABLE)) {
        tables.digests.put(words[1], words[2]);
      }
    });
    return tables;
  }

  /** Prints what {@link #read} is to return. ARGUMENTS: the database, ids of jobs */
  public static void main(String[] arguments) throws RocksDBException, IOException {
    Path omDb = Path.of(arguments[0]);
    Set<String> missed = Set.of(Arrays.copyOfRange(arguments, 1, arguments.length));
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try (RocksDB database = RocksDB.openReadOnly(omDb.toString(), families(omDb), handles)) {
      orphans(omDb, database).forEach(file -> System.out.println(ORPHAN + ' ' + file));
      for (ColumnFamilyHandle handle : handles) {
        String name = new String(handle.getName(), StandardCharsets.UTF_8);
        if (!OWN.contains(name)) {
          System.out.println(TABLE + ' ' + name + ' ' + digest(database, handle, missed));
        }
      }
      handles.forEach(ColumnFamilyHandle::close);
    }
  }

  /**
   * The record of a job on an OM, without its spec. If the OM runs, files may vanish meanwhile; that error can be
   * retried.
   */
  static JobRecord record(Path omDb, String jobId) throws RocksDBException, IOException {
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    // Otherwise it would replace the OM's own LOG.
    try (DBOptions elsewhere = new DBOptions().setDbLogDir(omDb.resolveSibling("looked-at").toString());
         RocksDB database = RocksDB.openReadOnly(elsewhere, omDb.toString(), families(omDb), handles)) {
      byte[] row = null;
      for (ColumnFamilyHandle handle : handles) {
        if (Arrays.equals(handle.getName(), META_TABLE)) {
          row = database.get(handle, (RECORDS + jobId).getBytes(StandardCharsets.UTF_8));
        }
        handle.close();
      }
      return JobRecord.parseFrom(Base64.getDecoder().decode(row));
    }
  }

  private static List<ColumnFamilyDescriptor> families(Path omDb) throws RocksDBException {
    List<ColumnFamilyDescriptor> families = new ArrayList<>();
    try (Options options = new Options()) {
      for (byte[] name : RocksDB.listColumnFamilies(options, omDb.toString())) {
        families.add(new ColumnFamilyDescriptor(name));
      }
    }
    return families;
  }

  /** A line for each table: number of rows and digest. */
  Map<String, String> digests() {
    return digests;
  }

  /** SST files in the folder that the database does not know. */
  List<String> orphans() {
    return orphans;
  }

  private static List<String> orphans(Path omDb, RocksDB database) throws IOException {
    Set<String> live = database.getLiveFilesMetaData().stream().map(LiveFileMetaData::fileName)
        .map(name -> name.replaceFirst("^/", "")).collect(Collectors.toSet());
    try (var files = Files.list(omDb)) {
      return files.map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".sst") && !live.contains(name)).sorted().toList();
    }
  }

  private static String digest(RocksDB database, ColumnFamilyHandle table, Set<String> missed)
      throws RocksDBException {
    try (RocksIterator rows = database.newIterator(table)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      long count = 0;
      for (rows.seekToFirst(); rows.isValid(); rows.next()) {
        String key = new String(rows.key(), StandardCharsets.UTF_8);
        if (!OWN_ROWS.contains(key) && missed.stream().noneMatch(key::endsWith)) {
          count++;
          digest.update(rows.key());
          digest.update(rows.value());
        }
      }
      rows.status();
      return count + " rows, " + HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
