// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfile;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.RocksDBException;
import org.rocksdb.Snapshot;

class SstScanTest {
  private static final String TABLE = "keyTable";

  @TempDir
  private Path directory;
  private OmDatabaseFixture om;

  @BeforeEach
  void open() throws Exception {
    om = new OmDatabaseFixture(directory);
    om.holdStill(TABLE);
  }

  @AfterEach
  void close() throws Exception {
    om.close();
  }

  @Test
  void tombstonesAreCountedPerPiece() throws Exception {
    for (String key : new String[] {"a1", "a2", "c1", "d1"}) {
      om.put(TABLE, key);
    }
    for (String key : new String[] {"a3", "b1", "b2", "b3", "d2"}) {
      om.delete(TABLE, key);
    }

    assertThat(describe(scan("b", "c", "d"))).isEqualTo("3/1 3/3 1/0 2/1");
  }

  @Test
  void aPieceWithoutKeysIsEmpty() throws Exception {
    om.delete(TABLE, "a");
    om.put(TABLE, "z");

    assertThat(describe(scan("b", "c"))).isEqualTo("1/1 0/0 1/0");
  }

  @Test
  void aKeyThatIsACutBelongsToThePieceBehindIt() throws Exception {
    om.put(TABLE, "a");
    om.delete(TABLE, "b");

    assertThat(describe(scan("b"))).isEqualTo("1/0 1/1");
  }

  /** Random puts and deletes of random bytes against a model of what the flush writes. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void countsEqualTheTruth(long seed) throws Exception {
    Random random = new Random(seed);
    Map<byte[], Boolean> truth = new TreeMap<>(Keys::compare);
    for (int i = 0; i < 5_000; i++) {
      byte[] key = key(random);
      boolean tombstone = random.nextInt(10) < seed;
      if (tombstone) {
        om.delete(TABLE, key);
      } else {
        om.put(TABLE, key);
      }
      truth.put(key, tombstone);
    }
    byte[][] cuts = new byte[random.nextInt(50) + 1][];
    for (int i = 0; i < cuts.length; i++) {
      cuts[i] = key(random);
    }
    Arrays.sort(cuts, Keys::compare);

    FileProfile counts = scan(cuts);
    for (int piece = 0; piece <= cuts.length; piece++) {
      int number = piece;
      long entries = truth.keySet().stream().filter(key -> isIn(key, number, cuts)).count();
      long tombstones = truth.entrySet().stream()
          .filter(entry -> entry.getValue() && isIn(entry.getKey(), number, cuts)).count();
      assertThat(counts.entries(piece)).isEqualTo(entries);
      assertThat(counts.tombstones(piece)).isEqualTo(tombstones);
    }
  }

  @Test
  void aFileIsCutWhereTombstonesCrowd() throws Exception {
    for (int i = 0; i < 20_000; i++) {
      String key = String.format("%06d", i);
      if (i >= 7_000 && i < 9_000 || i % 10 == 0) {
        om.delete(TABLE, key);
      } else {
        om.put(TABLE, key);
      }
    }

    FileProfile profile = profile(new byte[0][]);
    assertThat(profile.stretches()).isEqualTo(3);
    assertThat(number(profile.cut(0))).as("begin of the run").isBetween(7_000 - 2 * 512, 7_000);
    assertThat(number(profile.cut(1))).as("behind the run").isBetween(9_000, 9_000 + 2 * 512);
    assertThat(profile.tombstones(1)).isBetween(2_000L, 2_000L + 2 * 512 / 10);
    assertThat(profile.tombstones(0) + profile.tombstones(1) + profile.tombstones(2)).isEqualTo(3_800);
    assertThat(profile.entries(0) + profile.entries(1) + profile.entries(2)).isEqualTo(20_000);
  }

  private static int number(byte[] key) {
    return Integer.parseInt(new String(key, StandardCharsets.UTF_8));
  }

  private static boolean isIn(byte[] key, int piece, byte[][] cuts) {
    return (piece == 0 || Keys.compare(cuts[piece - 1], key) <= 0)
        && (piece == cuts.length || Keys.compare(key, cuts[piece]) < 0);
  }

  private static byte[] key(Random random) {
    byte[] key = new byte[1 + random.nextInt(random.nextInt(20) == 0 ? 3_000 : 3)];
    random.nextBytes(key);
    return key;
  }

  @Test
  void olderVersionsOfAKeyAreNotTakenForTombstones() throws Exception {
    // One RocksDB snapshot after each version keeps them all.
    List<Snapshot> snapshots = new ArrayList<>();
    for (int version = 0; version < 20; version++) {
      om.put(TABLE, "a");
      snapshots.add(om.rocks().getSnapshot());
    }
    om.delete(TABLE, "a");
    om.put(TABLE, "b");

    assertThat(scan("b")).isNull();
    snapshots.forEach(om.rocks()::releaseSnapshot);
  }

  @Test
  void aTombstoneUnderANewerPutCounts() throws Exception {
    om.delete(TABLE, "a");
    Snapshot snapshot = om.rocks().getSnapshot();
    om.put(TABLE, "a");
    om.delete(TABLE, "b");

    assertThat(describe(scan("b"))).isEqualTo("2/1 1/1");
    om.rocks().releaseSnapshot(snapshot);
  }

  @Test
  void aFileThatDoesNotTellHasNoCounts() throws Exception {
    om.put(TABLE, "a");
    Snapshot snapshot = om.rocks().getSnapshot();
    om.delete(TABLE, "a");
    om.delete(TABLE, "b");

    assertThat(scan("b")).isNull();
    om.rocks().releaseSnapshot(snapshot);
  }

  @Test
  void rangeDeletionsMakeAFileSilent() throws Exception {
    om.put(TABLE, "a");
    om.put(TABLE, "c");
    om.rocks().deleteRange(om.handle(TABLE), OmDatabaseFixture.bytes("b"), OmDatabaseFixture.bytes("d"));

    assertThat(scan("b")).isNull();
  }

  @Test
  void aFileThatIsGoneIsAnError() {
    assertThatThrownBy(() -> SstScan.of(directory.resolve("000001.sst").toString(), new byte[0][], new CountedReads()))
        .isInstanceOf(RocksDBException.class);
  }

  @Test
  void aFileThatIsNoSstIsAnError() throws Exception {
    Path file = Files.write(directory.resolve("000001.sst"), new byte[10_000]);

    assertThatThrownBy(() -> SstScan.of(file.toString(), new byte[0][], new CountedReads()))
        .isInstanceOf(RocksDBException.class);
  }

  @Test
  void aScanCanBeStopped() throws Exception {
    om.put(TABLE, "a");
    om.flush(TABLE);
    String path = directory.resolve("om.db").resolve(onlyFile().name()).toString();

    assertThatThrownBy(() -> SstScan.of(path, new byte[0][], new CountedReads(() -> true)))
        .isInstanceOf(CancellationException.class);
  }

  private FileProfile scan(String... cuts) throws Exception {
    return scan(Arrays.stream(cuts).map(OmDatabaseFixture::bytes).toArray(byte[][]::new));
  }

  /** Between the given cuts only; null if the file does not tell. */
  private FileProfile scan(byte[][] cuts) throws Exception {
    FileProfile profile = profile(cuts);
    if (profile == null) {
      return null;
    }
    long[] entries = new long[cuts.length + 1];
    long[] tombstones = new long[cuts.length + 1];
    int piece = 0;
    for (int i = 0; i < profile.stretches(); i++) {
      entries[piece] += profile.entries(i);
      tombstones[piece] += profile.tombstones(i);
      piece += piece < cuts.length && profile.cut(i) == cuts[piece] ? 1 : 0;
    }
    return new FileProfile(cuts, entries, tombstones);
  }

  private FileProfile profile(byte[][] cuts) throws Exception {
    om.flush(TABLE);
    String path = directory.resolve("om.db").resolve(onlyFile().name()).toString();
    CountedReads reads = new CountedReads();
    FileProfile profile = SstScan.of(path, cuts, reads).profile();
    assertThat(reads.bytes()).as("of the whole file").isEqualTo(onlyFile().sizeBytes());
    return profile;
  }

  private SstFile onlyFile() throws Exception {
    List<SstFile> files = new LsmReader(om::metadata).read().table(TABLE).files();
    assertThat(files).hasSize(1);
    return files.get(0);
  }

  /** Entries/tombstones of each piece. */
  private static String describe(FileProfile counts) {
    List<String> pieces = new ArrayList<>();
    for (int piece = 0; piece < counts.stretches(); piece++) {
      pieces.add(counts.entries(piece) + "/" + counts.tombstones(piece));
    }
    return String.join(" ", pieces);
  }
}
