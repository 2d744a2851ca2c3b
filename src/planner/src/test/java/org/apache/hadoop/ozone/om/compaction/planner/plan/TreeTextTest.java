// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.GeneratedTree;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.LsmTree;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CompactionSettings;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.RocksDbVersion;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Trees as text and back. */
class TreeTextTest {
  private static final String TABLE = "table t levels 7 base 6 target 1000";

  private static List<LsmTree> parse(String text) {
    return TreeText.parse(List.of(text.split("\n", -1)));
  }

  private static byte[] key(Random random) {
    byte[] key = new byte[random.nextInt(12)];
    random.nextBytes(key);
    return key;
  }

  /** Trees whose keys are any bytes. */
  private static LsmTree wild(long seed) {
    Random random = new Random(seed);
    TreeSet<byte[]> ends = new TreeSet<>(Keys::compare);
    while (ends.size() < 8) {
      ends.add(key(random));
    }
    List<byte[]> keys = new ArrayList<>(ends);
    List<BucketSpan> spans = new ArrayList<>();
    for (int i = 0; i < keys.size(); i += 2) {
      spans.add(new BucketSpan("t", "v " + i, "b\u00e9'#" + i, keys.get(i), keys.get(i + 1)));
    }
    List<SstFile> files = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      int first = random.nextInt(keys.size());
      files.add(new SstFile(i + ".sst", random.nextInt(7), keys.get(first),
          keys.get(first + random.nextInt(keys.size() - first)), random.nextInt(1 << 30), random.nextInt(1000),
          random.nextInt(1000), random.nextBoolean()));
    }
    return new LsmTree(LsmTable.of("t", 7, files).withSettings(wildSettings(random)), spans);
  }

  private static CompactionSettings wildSettings(Random random) {
    CompactionSettings settings = CompactionSettings.ofTargetFileBytes(1 + random.nextInt(1 << 20));
    if (random.nextBoolean()) {
      settings = settings.withMaxCompactionBytes(1 + random.nextInt(1 << 30));
    }
    return settings.withPrefixOfFiles(random.nextInt(3))
        .withRocksDb(random.nextBoolean() ? RocksDbVersion.V7_7 : RocksDbVersion.V10_10);
  }

  @Test
  void printedTreeIsParsedUnchanged() {
    for (long seed = 0; seed < 500; seed++) {
      LsmTree tree = wild(seed);
      List<LsmTree> read = parse(TreeText.print(tree));
      assertThat(read).as("seed %d", seed).hasSize(1);
      assertThat(read.get(0).table().isSameAs(tree.table())).as("seed %d", seed).isTrue();
      assertThat(read.get(0).spans()).as("seed %d", seed).isEqualTo(tree.spans());
      assertThat(TreeText.print(read.get(0))).as("seed %d", seed).isEqualTo(TreeText.print(tree));
    }
  }

  @Test
  void parsedTreeIsPlannedLikeThePrintedOne() {
    PlanLimits limits = new PlanLimits(5, 0.2, 100, 5_000, 10, Long.MAX_VALUE);
    for (long seed = 0; seed < 200; seed++) {
      GeneratedTree generated = GeneratedTree.of(seed);
      LsmTree tree = new LsmTree(generated.table(), generated.spans());
      assertThat(PlanText.ofEverything(parse(TreeText.print(tree)), limits)).as("seed %d", seed)
          .isEqualTo(PlanText.ofEverything(List.of(tree), limits));
    }
  }

  @Test
  void damagedTextIsReadOrRefusedWithItsLine() {
    Random random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder(TreeText.print(wild(i % 50)));
      for (int damage = 0; damage < 1 + random.nextInt(3); damage++) {
        int at = random.nextInt(text.length());
        if (random.nextBoolean()) {
          text.setCharAt(at, (char) random.nextInt(300));
        } else {
          text.delete(at, Math.min(text.length(), at + random.nextInt(40)));
        }
      }
      Throwable refused = catchThrowable(() -> parse(text.toString()));
      if (refused != null) {
        assertThat(refused).as(text.toString()).isExactlyInstanceOf(IllegalArgumentException.class);
        assertThat(refused.getMessage()).matches("(?s)Line \\d+: .*");
      }
    }
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
      "tabel t | Line 1: 'tabel' is none of table, span, file",
      "span /v/b a b | Line 1: a table comes before its spans",
      "table t | Line 1: a table is written: table NAME levels N base N target BYTES [max BYTES] [prefix BYTES]"
          + " [rocksdb VERSION]",
      "T max | Line 1: a table is written: table NAME levels",
      "T max 0 | Line 1: max is a whole number from 1",
      "T prefix 3000000000 | Line 1: prefix is a whole number from 1 to 2147483647, not '3000000000'",
      "T rocksdb 7.8 | Line 1: rocksdb is one of [7.7, 10.10], not '7.8'",
      "T least 1 | Line 1: 'least' is none of max, prefix, rocksdb",
      "T max 1 prefix 2 max 3 | Line 1: max comes twice",
      "table t levels x base 6 target 9 | Line 1: levels is a whole number from 2 to 100, not 'x'",
      "table t levels 1 base 1 target 9 | Line 1: levels is a whole number from 2 to 100",
      "table t levels 2000000000 base 1 target 9 | Line 1: levels is a whole number from 2 to 100",
      "table t levels 7 base 7 target 9 | Line 1: base is a whole number from 1 to 6",
      "T;span /v/b b a | Line 2: A span must end after it begins",
      "T;span v/b a b | Line 2: a bucket is written /VOLUME/BUCKET, not v/b",
      "T;span /v/b a c;span /v/c b d | Line 1: Spans overlap: /v/b in t and /v/c in t",
      "#;T;span /v/b a c;span /v/c b d;table u levels 7 base 6 target 9 | Line 2: Spans overlap",
      "T;file 6 x a b 1 bytes 1 entries | Line 2: a file is written: file LEVEL",
      "T;file 6 x a b 1 bytes 1 entries 1 tombstones busy | Line 2: a file is written: file LEVEL",
      "T;file 6 x a b -1 bytes 1 entries 1 tombstones | Line 2: bytes is a whole number",
      "T;file 6 x b a 1 bytes 1 entries 1 tombstones | Line 2: SST file x has its smallest key b after its largest a",
      "T;file 7 x a b 1 bytes 1 entries 1 tombstones | Line 2: level is a whole number from 0 to 6",
      "T;file 6 x a b 1 bytes 1 entries 2 tombstones | Line 2: tombstones is a whole number from 0 to 1, not '2'",
      "T;file 6 x\u001b[2J a b 1 bytes 1 entries 1 tombstones | Line 2: a control character is written \\xHH",
      "T;file 6 x a\\y b 1 bytes 1 entries 1 tombstones | Line 2: Key 'a\\y' has a backslash",
      "T;T | Line 2: table t comes twice",
      "T;file 6 x a b 1 bytes 1 entries 1 tombstones;file 5 x a b 1 bytes 1 entries 1 tombstones"
          + " | Line 3: file x comes twice"})
  void errorsNameTheirLine(String text, String message) {
    assertThatThrownBy(() -> parse(text.replace("T", TABLE).replace(';', '\n')))
        .isInstanceOf(IllegalArgumentException.class).hasMessageStartingWith(message);
  }

  @Test
  void commentsAndEmptyLinesAreIgnored() {
    assertThat(parse("# a comment\n\n  # another\n")).isEmpty();
  }

  @Test
  void tableHoldsSettingsBesidesTheFileSize() {
    CompactionSettings settings = CompactionSettings.ofTargetFileBytes(1_000);
    assertThat(parse(TABLE).get(0).table().settings()).isEqualTo(settings);
    assertThat(parse(TABLE + " prefix 12 max 30000").get(0).table().settings())
        .isEqualTo(settings.withMaxCompactionBytes(30_000).withPrefixOfFiles(12));
    assertThat(TreeText.print(new LsmTree(LsmTable.of("t", 7, List.of()).withSettings(
        settings.withMaxCompactionBytes(30_000).withPrefixOfFiles(12)), List.of())))
        .isEqualTo(TABLE + " max 30000 prefix 12\n");
  }

  @Test
  void questionEndsTheTrees() {
    assertThat(parse(TABLE + "\n\n> plan\n1. whatever is answered\n")).hasSize(1);
  }
}
