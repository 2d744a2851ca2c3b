// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.ozone.om.OMMetadataManager;
import org.apache.hadoop.ozone.om.compaction.bucket.Buckets;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.CompactRangeOptions.BottommostLevelCompaction;
import org.rocksdb.CompactionOptions;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.MutableColumnFamilyOptions;
import org.rocksdb.MutableDBOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** A real om.db, without an OM around it, filled with buckets of numbered keys whose values do not compress. */
public final class OpenOmDb implements AutoCloseable {
  public static final String VOLUME = "vol";
  private static final int NO_LIMIT = -1;

  private final OmDatabaseFixture om;
  private final Random random = new Random(42);

  private OpenOmDb(Path directory) throws IOException {
    om = new OmDatabaseFixture(directory);
    om.volume(VOLUME);
  }

  public static OpenOmDb in(Path directory) throws IOException {
    return new OpenOmDb(directory);
  }

  /** A database whose keyTable is not compacted automatically. */
  public static OpenOmDb stillIn(Path directory) throws IOException {
    OpenOmDb[] db = new OpenOmDb[1];
    OmDatabaseFixture.still(() -> db[0] = in(directory));
    return db[0];
  }

  public OMMetadataManager metadata() {
    return om.metadata();
  }

  public OmDatabase database() throws IOException {
    return OmDatabase.current(this::metadata);
  }

  public RocksDB rocksDb() {
    return om.rocks();
  }

  public ColumnFamilyHandle handle(String table) {
    return om.handle(table);
  }

  /** Returns the prefix of the keys of a new bucket in a table. */
  public byte[] bucket(String name, BucketLayout layout, String table) throws IOException {
    om.bucket(VOLUME, name, layout);
    return Buckets.read(metadata()).slots(table).matching(span -> span.bucket().equals(name)).stream().findFirst()
        .orElseThrow().begin();
  }

  /** Small files, so that some megabytes look like a table of many gigabytes. */
  public void targetFileBytes(String table, long bytes) throws RocksDBException {
    rocksDb().setOptions(handle(table),
        MutableColumnFamilyOptions.builder().setTargetFileSizeBase(bytes).build());
  }

  public void maxCompactionBytes(String table, long bytes) throws RocksDBException {
    om.maxCompactionBytes(table, bytes);
  }

  /** Makes a few thousand keys fill several levels. */
  public void shrinkLevels(String table) throws RocksDBException {
    rocksDb().setOptions(handle(table), MutableColumnFamilyOptions.builder()
        .setTargetFileSizeBase(8 << 10)
        .setMaxBytesForLevelBase(16 << 10)
        .build());
  }

  public void withoutAutomaticCompaction(String table) throws RocksDBException {
    rocksDb().setOptions(handle(table),
        MutableColumnFamilyOptions.builder().setDisableAutoCompactions(true).build());
  }

  public void automaticCompaction(String table) throws RocksDBException {
    rocksDb().setOptions(handle(table),
        MutableColumnFamilyOptions.builder().setDisableAutoCompactions(false).build());
  }

  /** Background jobs as OM has them on a machine with as many processors. */
  public void backgroundJobs(int jobs) throws RocksDBException {
    rocksDb().setDBOptions(MutableDBOptions.builder().setMaxBackgroundJobs(jobs).build());
  }

  public long runningCompactions() throws RocksDBException {
    return rocksDb().getLongProperty("rocksdb.num-running-compactions");
  }

  public void put(String table, byte[] key, int valueBytes) throws RocksDBException {
    byte[] value = new byte[valueBytes];
    random.nextBytes(value);
    put(table, key, value);
  }

  public void put(String table, byte[] key, byte[] value) throws RocksDBException {
    om.put(table, key, value);
  }

  public void putAll(String table, byte[] prefix, int keys, int valueBytes) throws RocksDBException {
    for (int i = 0; i < keys; i++) {
      put(table, key(prefix, i), valueBytes);
    }
  }

  public void deleteAll(String table, byte[] prefix, int keys) throws RocksDBException {
    for (int i = 0; i < keys; i++) {
      om.delete(table, key(prefix, i));
    }
  }

  /** Eight digits behind the prefix. */
  public static byte[] key(byte[] prefix, int number) {
    byte[] key = Arrays.copyOf(prefix, prefix.length + 8);
    for (int i = key.length - 1, rest = number; i >= prefix.length; i--, rest /= 10) {
      key[i] = (byte) ('0' + rest % 10);
    }
    return key;
  }

  public void delete(String table, byte[] key) throws RocksDBException {
    om.delete(table, key);
  }

  public void flush(String table) throws RocksDBException {
    om.flush(table);
  }

  /** Compacts a table into its lowest level, as after months of use. */
  public void settle(String table) throws RocksDBException {
    flush(table);
    force(table);
  }

  /** Compacts the whole table, forced, as Ozone's own command does. */
  public void force(String table) throws RocksDBException {
    try (CompactRangeOptions options = new CompactRangeOptions()) {
      options.setBottommostLevelCompaction(BottommostLevelCompaction.kForce);
      rocksDb().compactRange(handle(table), null, null, options);
    }
  }

  /** Compacts level 0 into a level, as automatic compaction does in its own time. */
  public void lowerLevelZero(String table, int level) throws RocksDBException {
    List<String> names = files(table).stream().filter(file -> file.level() == 0)
        .map(file -> file.path() + file.fileName()).toList();
    try (CompactionOptions options = new CompactionOptions()) {
      if (!names.isEmpty()) {
        rocksDb().compactFiles(options, handle(table), names, level, -1, null);
      }
    }
  }

  public List<LiveFileMetaData> files(String table) {
    List<LiveFileMetaData> files = new ArrayList<>();
    for (LiveFileMetaData file : rocksDb().getLiveFilesMetaData()) {
      if (table.equals(new String(file.columnFamilyName(), StandardCharsets.UTF_8))) {
        files.add(file);
      }
    }
    return files;
  }

  /** Overwrites a quarter of a file with zeroes. */
  public static void corrupt(LiveFileMetaData file) throws IOException {
    OmDatabaseFixture.overwrite(file, file.size() / 4, (int) file.size() / 4);
  }

  public long tombstones(String table) {
    return files(table).stream().mapToLong(LiveFileMetaData::numDeletions).sum();
  }

  public Traffic traffic(String table) throws RocksDBException {
    return Traffic.of(rocksDb(), handle(table));
  }

  /** Every live key with its value, in hexadecimal. */
  public Map<String, String> contents(String table) {
    Map<String, String> contents = new TreeMap<>();
    try (RocksIterator all = rocksDb().newIterator(handle(table))) {
      for (all.seekToFirst(); all.isValid(); all.next()) {
        contents.put(HexFormat.of().formatHex(all.key()), HexFormat.of().formatHex(all.value()));
      }
    }
    return contents;
  }

  /** Closes the database as OM does before it installs a checkpoint. */
  public void stop() throws IOException {
    om.stop();
  }

  public void start() throws IOException {
    om.reopen(NO_LIMIT);
  }

  /** The same, without automatic compactions of keyTable. */
  public void startStill() throws IOException {
    OmDatabaseFixture.still(this::start);
  }

  @Override
  public void close() throws IOException {
    om.close();
  }
}
