// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rocksdb.RocksDBException;
import org.rocksdb.Snapshot;

class PartScanTest {
  private static final String TABLE = "keyTable";
  private static final int KEYS = 20_000;

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

  private void fill() throws Exception {
    for (int k = 0; k < KEYS; k++) {
      om.put(TABLE, key(k));
    }
    om.flush(TABLE);
  }

  private static String key(int number) {
    return String.format("k%05d", number);
  }

  private SstFile file() throws Exception {
    List<SstFile> files = new LsmReader(om::metadata).read(List.of(TABLE)).table(TABLE).files();
    assertThat(files).hasSize(1);
    return files.get(0);
  }

  private Path path() throws Exception {
    return directory.resolve("om.db").resolve(file().name());
  }

  /** @param wanted indices of pieces, like the cuts separated by blanks */
  private long[] count(String cuts, String wanted, ScanWatch watch) throws Exception {
    byte[][] keys = Stream.of(cuts.split(" ")).map(cut -> OmDatabaseFixture.bytes(key(Integer.parseInt(cut))))
        .toArray(byte[][]::new);
    BitSet pieces = new BitSet();
    Stream.of(wanted.split(" ")).forEach(piece -> pieces.set(Integer.parseInt(piece)));
    return PartScan.of(path().toString(), keys, pieces, watch);
  }

  /** At most a stride of each side more than what is named, and one of the side that is not read to its end. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      one edge, the first side is smaller   | 500         | 0   | 500 19500         | 2
      one edge, the second side is smaller  | 19000       | 0   | 19000 1000        | 3
      one edge, both sides are wanted       | 19000       | 0 1 | 19000 1000        | 3
      a little in the middle                | 9000 9500   | 1   | -1 500 -1         | 2
      all but a little in the middle        | 300 19500   | 1   | 300 19200 500     | 3
      two of many                           | 10 20 30 40 | 1 3 | -1 10 -1 10 -1   | 1
      the edge is the last key              | 19999       | 1   | 19999 1           | 1
      """)
  void onlyTheSmallerSideIsRead(String what, String cuts, String wanted, String counts, int strides) throws Exception {
    fill();
    CountedReads reads = new CountedReads();
    assertThat(Stream.of(counts.split(" ")).mapToLong(Long::parseLong)).as(what)
        .containsExactly(Arrays.stream(count(cuts, wanted, reads)).boxed().toArray(Long[]::new));
    assertThat(reads.bytes()).as("bytes read").isPositive()
        .isLessThanOrEqualTo(file().sizeBytes() * 1_024L * strides / KEYS);
  }

  @Test
  void aFileWithTombstonesOrOlderVersionsDoesNotTell() throws Exception {
    om.put(TABLE, key(1));
    om.put(TABLE, key(2));
    om.delete(TABLE, key(3));
    om.flush(TABLE);
    assertThat(count("2", "0", new CountedReads())).isNull();

    om.compact(TABLE);
    om.put(TABLE, key(1));
    om.put(TABLE, key(2));
    try (Snapshot kept = om.rocks().getSnapshot()) {
      om.put(TABLE, key(1));
      om.put(TABLE, key(2));
      om.compact(TABLE);
      om.rocks().releaseSnapshot(kept);
    }
    assertThat(file().entries()).as("two versions of each key").isEqualTo(4);
    assertThat(count("2", "0", new CountedReads())).isNull();
  }

  @Test
  void aFileThatCannotBeReadSaysSo() throws Exception {
    fill();
    om.corrupt(TABLE);
    assertThatThrownBy(() -> count("500", "0", new CountedReads())).isInstanceOf(RocksDBException.class);
    Files.delete(path());
    assertThatThrownBy(() -> PartScan.of(directory.resolve("gone.sst").toString(), new byte[1][1], new BitSet(),
        new CountedReads())).isInstanceOf(RocksDBException.class);
  }

  @Test
  void stopsWhenTold() throws Exception {
    fill();
    assertThatThrownBy(() -> count("500", "0", new CountedReads(() -> true)))
        .isInstanceOf(CancellationException.class);
  }
}
