// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.hdds.utils.db.RDBStore;
import org.apache.hadoop.ozone.om.OMConfigKeys;
import org.apache.hadoop.ozone.om.OMMetadataManager;
import org.apache.hadoop.ozone.om.OmMetadataManagerImpl;
import org.apache.hadoop.ozone.om.compaction.lsm.SpanTables;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.apache.hadoop.ozone.om.helpers.OmBucketInfo;
import org.apache.hadoop.ozone.om.helpers.OmVolumeArgs;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.EnvOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.MutableColumnFamilyOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;

/**
 * A real om.db of 100,000 buckets, half of them file-system-optimized, and 15,000 small SST files in its nine tables.
 * One volume in a hundred has lost its keys, and one bucket had many and lost them. Made once, in a few minutes.
 */
public final class LargeDatabase implements AutoCloseable {
  /** The bucket with most tombstones in tables keyed by names. */
  public static final String WORST_BUCKET = "/volume-000/bucket-07";
  /** One like most. */
  public static final String ORDINARY_BUCKET = "/volume-500/bucket-50";

  static final int FILES = 15_000;
  private static final int VOLUMES = 1_000;
  private static final int BUCKETS_OF_VOLUME = 100;
  private static final int ONE_IN_LOST = 100;
  private static final int KEYS_OF_FILE = 64;
  private static final int WORST_FILES = 20;
  private static final int KEYS_OF_WORST_FILE = 1_000;
  /** Ids as a Ratis ring gives them: negative, and in no order of names. */
  private static final long FIRST_ID = Long.MIN_VALUE + 1_000;
  private static final byte[] VALUE = new byte[64];

  private final OmMetadataManagerImpl metadata;

  private LargeDatabase(OmMetadataManagerImpl metadata) {
    this.metadata = metadata;
  }

  /**
   * Opens the database, makes it before if it is not there whole.
   *
   * @param directory of its own
   */
  public static LargeDatabase open(Path directory) throws IOException, RocksDBException {
    Path made = directory.resolve("made");
    if (!Files.exists(made)) {
      OmDb.delete(directory);
      Files.createDirectories(directory);
      System.out.println("Making " + FILES + " SST files in " + directory);
      try (LargeDatabase database = new LargeDatabase(metadata(directory))) {
        database.fill(Files.createDirectories(directory.resolve("new")));
      }
      Files.createFile(made);
    }
    LargeDatabase database = new LargeDatabase(metadata(directory));
    database.holdStill();
    return database;
  }

  private static OmMetadataManagerImpl metadata(Path directory) throws IOException {
    OzoneConfiguration conf = new OzoneConfiguration();
    conf.set(OMConfigKeys.OZONE_OM_DB_DIRS, directory.toString());
    return new OmMetadataManagerImpl(conf, null);
  }

  public OMMetadataManager metadata() {
    return metadata;
  }

  /** One bucket's keys in one table begin so. */
  private record Prefix(String path, int volume, String bucket) { }

  private void fill(Path newFiles) throws IOException, RocksDBException {
    holdStill();
    List<Prefix> objects = new ArrayList<>();
    List<Prefix> names = new ArrayList<>();
    List<Prefix> ids = new ArrayList<>();
    long[] objectIds = new Random(1).longs(VOLUMES * (BUCKETS_OF_VOLUME + 1L), 0, 1L << 60).toArray();
    int next = 0;
    for (int v = 0; v < VOLUMES; v++) {
      String volume = String.format("volume-%03d", v);
      long volumeId = FIRST_ID + objectIds[next++];
      metadata.getVolumeTable().put(metadata.getVolumeKey(volume), OmVolumeArgs.newBuilder().setVolume(volume)
          .setAdminName("admin").setOwnerName("owner").setObjectID(volumeId).build());
      boolean files = v % 2 != 0;
      for (int b = 0; b < BUCKETS_OF_VOLUME; b++) {
        String bucket = String.format("bucket-%02d", b);
        long bucketId = FIRST_ID + objectIds[next++];
        metadata.getBucketTable().put(metadata.getBucketKey(volume, bucket), OmBucketInfo.newBuilder()
            .setVolumeName(volume).setBucketName(bucket).setObjectID(bucketId)
            .setBucketLayout(files ? BucketLayout.FILE_SYSTEM_OPTIMIZED : BucketLayout.OBJECT_STORE).build());
        Prefix byName = new Prefix("/" + volume + "/" + bucket + "/", v, bucket);
        names.add(byName);
        if (files) {
          ids.add(new Prefix("/" + volumeId + "/" + bucketId + "/", v, bucket));
        } else {
          objects.add(byName);
        }
      }
    }
    ids.sort(Comparator.comparing(Prefix::path));
    List<String> tables = SpanTables.names();
    for (int t = 0; t < tables.size(); t++) {
      String table = tables.get(t);
      int files = FILES * (t + 1) / tables.size() - FILES * t / tables.size();
      List<Prefix> prefixes = table.contains("irectory") || table.endsWith("ileTable") ? ids
          : table.endsWith("eyTable") ? objects : names;
      new TableFiles(table, prefixes, newFiles).ingest(files);
    }
  }

  /** Makes the files of one table, from the deepest level upwards. */
  private final class TableFiles {
    private final String table;
    private final List<Prefix> prefixes;
    private final Path directory;
    private final List<String> made = new ArrayList<>();
    private int keys;

    TableFiles(String table, List<Prefix> prefixes, Path directory) {
      this.table = table;
      this.prefixes = prefixes;
      this.directory = directory;
    }

    void ingest(int files) throws RocksDBException {
      int upper = files / 8;
      int lost = prefixes.size() / BUCKETS_OF_VOLUME / ONE_IN_LOST * 2;
      int deepest = files - upper - lost - WORST_FILES;
      keys = deepest * KEYS_OF_FILE;
      for (int i = 0; i < deepest; i++) {
        write(i * KEYS_OF_FILE, 1, KEYS_OF_FILE, keys + 1);
      }
      ingest();
      for (int i = 0; i < upper; i++) {
        write((int) ((long) keys * i / upper), keys / upper / KEYS_OF_FILE, KEYS_OF_FILE, 50);
      }
      ingest();
      writeWorst();
      int first = 0;
      for (int i = 0; i < lost / 2; i++) {
        int volume = prefixes.size() / BUCKETS_OF_VOLUME * i / (lost / 2) + 7;
        int begin = firstKey(volume * BUCKETS_OF_VOLUME);
        int end = firstKey((volume + 1) * BUCKETS_OF_VOLUME);
        int middle = (begin + end) / 2;
        write(Math.max(first, begin), 1, middle - begin, 1);
        write(middle, 1, end - middle, 1);
        first = end;
      }
      ingest();
    }

    private int firstKey(int prefix) {
      return (int) (((long) prefix * keys + prefixes.size() - 1) / prefixes.size());
    }

    private String key(int number) {
      return prefixes.get((int) ((long) number * prefixes.size() / keys)).path
          + String.format("key-%09d", number);
    }

    /** @param oneInDeleted keys are deleted, others put */
    private void write(int first, int step, int count, int oneInDeleted) throws RocksDBException {
      writeFile(writer -> {
        for (int i = 0; i < count; i++) {
          put(writer, key(first + i * step), (i + 1) % oneInDeleted == 0);
        }
      });
    }

    private void writeWorst() throws RocksDBException {
      for (int i = 0; i < WORST_FILES; i++) {
        int file = i;
        writeFile(writer -> {
          for (int k = 0; k < KEYS_OF_WORST_FILE; k++) {
            put(writer, prefixes.get(7).path + String.format("lost-%09d", file * KEYS_OF_WORST_FILE + k), true);
          }
        });
      }
    }

    private void put(SstFileWriter writer, String key, boolean deleted) throws RocksDBException {
      byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
      if (deleted) {
        writer.delete(bytes);
      } else {
        writer.put(bytes, VALUE);
      }
    }

    private interface Content {
      void to(SstFileWriter writer) throws RocksDBException;
    }

    private void writeFile(Content content) throws RocksDBException {
      String path = directory.resolve(table + made.size() + ".sst").toString();
      try (EnvOptions env = new EnvOptions();
           Options options = new Options();
           SstFileWriter writer = new SstFileWriter(env, options)) {
        writer.open(path);
        content.to(writer);
        writer.finish();
        made.add(path);
      }
    }

    private void ingest() throws RocksDBException {
      try (IngestExternalFileOptions options = new IngestExternalFileOptions()) {
        options.setMoveFiles(true);
        rocks().ingestExternalFile(handle(table), made, options);
      }
      made.clear();
    }
  }

  /** No compactions; and small levels, or RocksDB would put what lies above the last level into level 0. */
  private void holdStill() throws RocksDBException {
    for (String table : SpanTables.names()) {
      rocks().setOptions(handle(table), MutableColumnFamilyOptions.builder().setDisableAutoCompactions(true)
          .setMaxBytesForLevelBase(100_000).build());
    }
  }

  private RocksDB rocks() {
    return ((RDBStore) metadata.getStore()).getDb().getManagedRocksDb().get();
  }

  private ColumnFamilyHandle handle(String table) {
    return ((RDBStore) metadata.getStore()).getDb().getColumnFamily(table).getHandle();
  }

  @Override
  public void close() throws IOException {
    metadata.stop();
  }
}
