// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import static org.apache.hadoop.ozone.om.compaction.http.ServedBuckets.TABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.BucketList;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.MutableColumnFamilyOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** Tests that a database without an OM is answered as its OM answered, and that nothing in it changes. */
class CopiedDatabaseReadsTest {
  private static final ObjectMapper JSON = CompactionJson.mapper();

  @TempDir
  private static Path om;
  private static ServedBuckets served;

  @TempDir
  private Path temp;
  private Path copy;

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

  @Test
  void answersAsTheOmDoes() throws Exception {
    String buckets = "probe=false";
    String ranges = "probe=false&showSkipped=true&minTombstones=100";
    String files = "table=keyTable&spans=true";

    try (CopiedDatabaseReads reads = open(copy)) {
      JsonNode list = asOf("om1", reads.buckets(buckets));
      assertThat(list).isEqualTo(served.served().ok("/buckets?" + buckets));
      assertThat(list.at("/buckets/0/tombstones/high").asInt()).isEqualTo(4_000);
      JsonNode plan = asOf("om1", reads.ranges(ranges));
      assertThat(plan).isEqualTo(served.served().ok("/ranges?" + ranges));
      assertThat(plan.at("/ranges/0/bucket").asText()).isEqualTo("a");
      assertThat(asOf("om1", reads.sstFiles(files))).isEqualTo(served.served().ok("/sst-files?" + files));
      assertThat(reads.buckets("probe=true").getBuckets()).anyMatch(row -> row.getSeek() != null);
      assertThat(reads.warnings()).isEmpty();
    }
  }

  @Test
  void takesTheOptionsThatTheDatabaseWasOpenedWith() throws Exception {
    change((db, tables) -> db.setOptions(table(tables, TABLE),
        MutableColumnFamilyOptions.builder().setTargetFileSizeBase(1_000_000).build()));

    try (CopiedDatabaseReads reads = open(copy)) {
      assertThat(reads.sstFiles("table=keyTable").getTargetFileBytes()).isEqualTo(1_000_000);
    }
  }

  /** Of RocksDB 10.10.1, with a target size of 3 MB; and one with an option that no version knows. */
  @Test
  void optionsOfAnotherRocksDbAreLeftOutAndNamed() throws Exception {
    try (InputStream newer = getClass().getResourceAsStream("/OPTIONS-of-rocksdb-10.10.1")) {
      String text = new String(newer.readAllBytes(), StandardCharsets.UTF_8);
      Files.writeString(copy.resolve("OPTIONS-999999"), text.replaceAll("(?m)^(\\s*target_file_size_base=.*)$",
          "$1\n  option_of_tomorrow=1"));
    }

    try (CopiedDatabaseReads reads = open(copy)) {
      assertThat(reads.sstFiles("table=keyTable").getTargetFileBytes()).isEqualTo(3 << 20);
      assertThat(reads.warnings()).singleElement().asString()
          .contains("another version of RocksDB", "option_of_tomorrow");
    }
    try (Stream<Path> left = Files.list(copy)) {
      assertThat(left).noneMatch(file -> file.getFileName().toString().endsWith(".tmp"));
    }
  }

  @Test
  void showsWhatIsInTheLogOnlyAsInMemory() throws Exception {
    change((db, tables) -> {
      for (int i = 4_000; i < 4_200; i++) {
        db.delete(table(tables, TABLE), OmDatabaseFixture.bytes(ServedBuckets.key("a", i)));
      }
    });

    try (CopiedDatabaseReads reads = open(copy)) {
      BucketList list = reads.buckets("table=keyTable");
      assertThat(list.getTables().get(0).getMemtableTombstones()).isEqualTo(200);
    }
  }

  @Test
  void opensTheCheckpointOfASnapshot() throws Exception {
    Path snapshot = temp.resolve("om.db-1");
    try (Checkpoint checkpoint = Checkpoint.create(served.om().rocks())) {
      checkpoint.createCheckpoint(snapshot.toString());
    }
    assertThat(tombstones(snapshot)).isEqualTo(4_000);
  }

  @Test
  void ignoresTablesThatItDoesNotKnow() throws Exception {
    byte[] name = OmDatabaseFixture.bytes("newTable");
    change((db, tables) -> db.put(db.createColumnFamily(new ColumnFamilyDescriptor(name)), name, name));

    assertThat(tombstones(copy)).isEqualTo(4_000);
    try (CopiedDatabaseReads reads = open(copy)) {
      assertThat(reads.warnings()).isEmpty();
    }
  }

  @Test
  void namesMissingTablesWhichCountAsEmpty() throws Exception {
    drop("fileTable", "snapshotInfoTable", "multipartPartsTable");

    try (CopiedDatabaseReads reads = open(copy)) {
      assertThat(reads.buckets(null).getTables()).hasSize(10);
      assertThat(reads.buckets("table=fileTable&exact=true").getTotalCount()).isZero();
      assertThat(reads.ranges("minTombstones=1").getTotalCount()).isEqualTo(1);
      assertThat(reads.sstFiles("table=fileTable").getTotalCount()).isZero();
      assertThat(reads.warnings()).containsExactly(
          copy + " has no table fileTable: another version of Ozone wrote it. It counts as empty.");
    }
  }

  @Test
  void refusesTheDatabaseOfAnother() throws Exception {
    drop("bucketTable");

    assertRefused(copy, ErrorCode.BAD_REQUEST, copy + " is a database, but not an OM's: it has no table bucketTable.");
  }

  @Test
  void refusesWhatIsNoDatabase() throws Exception {
    Path path = temp.resolve("other");
    assertRefused(path, ErrorCode.BAD_REQUEST, path + " does not exist.");
    Path file = Files.writeString(temp.resolve("file"), "text");
    assertRefused(file, ErrorCode.BAD_REQUEST, file + " is not a directory.");
    Files.createDirectory(path);
    assertRefused(path, ErrorCode.BAD_REQUEST, path + " holds no database: it has no file CURRENT.");
    assertRefused(om, ErrorCode.BAD_REQUEST, om + " holds no database: it has no file CURRENT. Did you mean "
        + om.resolve("om.db") + "?");
    Files.writeString(path.resolve("CURRENT"), "text");
    assertRefused(path, ErrorCode.BAD_REQUEST, path + " holds no database: RocksDB can read no table in it.");
    assertThat(path.toFile().list()).containsExactly("CURRENT");
  }

  @Test
  void refusesADirectoryWithoutPermission() throws Exception {
    Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("---------"));
    assumeFalse(Files.isReadable(copy), "root may read everything");
    try {
      assertRefused(copy, ErrorCode.FORBIDDEN, copy + " cannot be read by this user.");
    } finally {
      Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  /** As a user without the permission to read it, or a file system without locks. */
  @Test
  void saysThatItIsNotKnownWhetherAProcessHasItOpen() throws Exception {
    Files.deleteIfExists(copy.resolve("LOCK"));
    assertThat(warnings(copy)).as("a checkpoint").isEmpty();
    Files.createSymbolicLink(copy.resolve("LOCK"), copy.resolve("LOCK"));

    assertThat(warnings(copy)).singleElement(InstanceOfAssertFactories.STRING)
        .startsWith(copy + " may be open in a running process: its file LOCK cannot be asked (");
    assertThat(tombstones(copy)).isEqualTo(4_000);
  }

  @Test
  void refusesADatabaseThatAProcessHasOpen() throws Exception {
    Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
        System.getProperty("java.class.path"), OpenDatabase.class.getName(), copy.toString()).start();
    try {
      assertThat(process.inputReader().readLine()).isEqualTo("open");
      assertRefused(copy, ErrorCode.BUSY, copy + " is open in a running process, ");
    } finally {
      process.destroyForcibly().waitFor();
    }
    assertThat(tombstones(copy)).as("once it has ended").isEqualTo(4_000);
  }

  /** A process that has a database open, as an OM has. */
  static final class OpenDatabase {
    private OpenDatabase() {
    }

    public static void main(String[] arguments) throws Exception {
      change(Path.of(arguments[0]), (db, tables) -> {
        System.out.println("open");
        System.in.read();
      });
    }
  }

  @Test
  void namesFilesThatCannotBeReadAndShowsTheOthers() throws Exception {
    File young = file(0);
    try (RandomAccessFile content = new RandomAccessFile(young, "rw")) {
      content.setLength(100);
    }
    assertShown(5_000, "SST file " + young + " of keyTable cannot be read: its entries and tombstones count as none.");
    assertThat(young.delete()).isTrue();
    assertShown(5_000, "SST file " + young + " of keyTable is missing: nothing of it is shown.");
  }

  @Test
  void namesAFileWithDamagedBlocksAndShowsWhatItsMetadataTell() throws Exception {
    File old = file(6);
    try (RandomAccessFile content = new RandomAccessFile(old, "rw")) {
      content.write(new byte[(int) old.length() / 2]);
    }
    assertShown(9_000, "SST file " + old + " of keyTable is damaged: of its keys counts are estimates and waits not"
        + " measured.");
  }

  private void assertShown(long entries, String warning) throws Exception {
    try (CopiedDatabaseReads reads = open(copy)) {
      for (String query : List.of("probe=false", "probe=true", "exact=true")) {
        BucketList list = reads.buckets(query);
        assertThat(list.getBuckets()).as(query).singleElement()
            .satisfies(row -> assertThat(row.getEntries().getHigh()).isEqualTo(entries));
        reads.ranges(query + "&showSkipped=true&minTombstones=1");
      }
      assertThat(reads.warnings()).containsExactly(warning);
    }
  }

  private File file(int level) {
    LiveFileMetaData found = served.om().rocks().getLiveFilesMetaData().stream().filter(file -> file.level() == level
        && new String(file.columnFamilyName(), StandardCharsets.UTF_8).equals(TABLE)).findFirst().orElseThrow();
    return copy.resolve(found.fileName().substring(1)).toFile();
  }

  @Test
  void changesNothing() throws Exception {
    Map<String, String> before = contents(temp);

    try (CopiedDatabaseReads reads = open(copy)) {
      reads.buckets("exact=true&probe=true");
      reads.ranges("exact=true&showSkipped=true");
      reads.sstFiles("table=keyTable");
    }

    assertThat(contents(temp)).isEqualTo(before);
  }

  private static List<String> warnings(Path path) throws Exception {
    try (CopiedDatabaseReads reads = open(path)) {
      return reads.warnings();
    }
  }

  private static long tombstones(Path path) throws Exception {
    try (CopiedDatabaseReads reads = open(path)) {
      BucketList list = reads.buckets("table=keyTable&bucket=/v/a");
      assertThat(list.getBuckets()).hasSize(1);
      return list.getBuckets().get(0).getTombstones().getLow();
    }
  }

  private static void assertRefused(Path path, ErrorCode code, String message) {
    assertThatThrownBy(() -> open(path)).isInstanceOfSatisfying(RefusedException.class, refused -> {
      assertThat(refused.getCode()).isEqualTo(code);
      assertThat(refused.getMessage()).startsWith(message);
    });
  }

  private void drop(String... names) throws Exception {
    change((db, tables) -> {
      for (String name : names) {
        db.dropColumnFamily(table(tables, name));
      }
    });
  }

  /** Something that is done to a database. */
  private interface Change {
    void of(RocksDB db, List<ColumnFamilyHandle> tables) throws Exception;
  }

  private void change(Change change) throws Exception {
    change(copy, change);
  }

  private static ColumnFamilyHandle table(List<ColumnFamilyHandle> tables, String name) throws RocksDBException {
    for (ColumnFamilyHandle table : tables) {
      if (name.equals(new String(table.getName(), StandardCharsets.UTF_8))) {
        return table;
      }
    }
    throw new AssertionError("no " + name);
  }

  private static void change(Path path, Change change) throws Exception {
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

  private static CopiedDatabaseReads open(Path path) throws RefusedException {
    return new CopiedDatabaseReads(new OzoneConfiguration(), path.toFile());
  }

  private static JsonNode asOf(String nodeId, Object answer) throws IOException {
    JsonNode json = JSON.readTree(JSON.writeValueAsString(answer));
    return JSON.readTree(json.toString().replaceAll("(\"nodeId\":)\"[^\"]*\"", "$1\"" + nodeId + "\""));
  }

  private static Map<String, String> contents(Path directory) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path path : paths.toList()) {
        contents.put(path.toString(), Files.getLastModifiedTime(path) + (Files.isDirectory(path) ? ""
            : " " + Arrays.hashCode(Files.readAllBytes(path))));
      }
    }
    return contents;
  }
}
