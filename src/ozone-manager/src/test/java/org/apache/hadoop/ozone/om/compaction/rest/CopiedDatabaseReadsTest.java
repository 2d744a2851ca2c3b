// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import static org.apache.hadoop.ozone.om.compaction.rest.ServedBuckets.TABLE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.model.BucketListJson;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;
import org.apache.hadoop.ozone.om.compaction.model.SlowPlaceListJson;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.MutableColumnFamilyOptions;

/** Tests that a database without an OM is answered as its OM answered, and that nothing in it changes. */
class CopiedDatabaseReadsTest extends OneCopiedDatabase {
  private static final ObjectMapper JSON = CompactionJson.mapper();

  @Test
  void answersAsTheOmDoes() throws Exception {
    String buckets = "sort=TOMBSTONES";
    String ranges = "showSkipped=true&minTombstones=100";
    String files = "table=keyTable&spans=true";

    try (CopiedDatabaseReads reads = open(copy)) {
      // First, as both have looked at everything then, however busy the machine is.
      assertThat(withoutTimes(ServedBuckets.whole(() -> asOf("om1", reads.places(null)))))
          .isEqualTo(withoutTimes(ServedBuckets.places(served.served(), "")));
      JsonNode list = asOf("om1", reads.buckets(buckets));
      assertThat(list).isEqualTo(served.served().ok("/buckets?" + buckets));
      assertThat(list.at("/buckets/0/tombstones/high").asInt()).isEqualTo(4_000);
      JsonNode plan = asOf("om1", reads.ranges(ranges));
      assertThat(plan).isEqualTo(served.served().ok("/ranges?" + ranges));
      assertThat(plan.at("/ranges/0/bucket").asText()).isEqualTo("a");
      assertThat(asOf("om1", reads.sstFiles(files))).isEqualTo(served.served().ok("/sst-files?" + files));
      assertThat(reads.warnings()).isEmpty();
    }
  }

  @Test
  void tableOfALaterOzoneIsLookedAt() throws Exception {
    change((db, tables) -> {
      ColumnFamilyHandle later = db.createColumnFamily(new ColumnFamilyDescriptor("versionedKeyTable".getBytes()));
      for (int row = 0; row < 15_000; row++) {
        db.delete(later, String.format("%05d", row).getBytes());
      }
      later.close();
    });

    try (CopiedDatabaseReads reads = open(copy)) {
      SlowPlaceListJson list = Awaitility.await().until(() -> reads.places("table=versionedKeyTable"),
          look -> look.getNotLookedAt().isEmpty());
      assertThat(list.getPlaces()).hasSize(1).allSatisfy(place ->
          assertThat(place.getTable()).isEqualTo("versionedKeyTable"));
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
      BucketListJson list = reads.buckets("table=keyTable");
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
      for (String query : List.of("sort=TOMBSTONES", "exact=true")) {
        BucketListJson list = reads.buckets(query);
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
      reads.buckets("exact=true");
      reads.ranges("exact=true&showSkipped=true");
      reads.sstFiles("table=keyTable");
    }

    assertThat(contents(temp)).isEqualTo(before);
  }

  /** Without what a stopwatch says. */
  private static JsonNode withoutTimes(JsonNode places) {
    places.at("/places").forEach(place -> ((ObjectNode) place).remove("measuredMicros"));
    return places;
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
