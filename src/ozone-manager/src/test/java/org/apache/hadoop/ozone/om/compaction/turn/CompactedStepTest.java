// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.plan.TreeText;
import org.apache.hadoop.ozone.om.compaction.planner.price.FileStep;
import org.apache.hadoop.ozone.om.compaction.planner.price.FileSteps;
import org.apache.hadoop.ozone.om.compaction.planner.price.Levels;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfiles;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.junit.jupiter.api.Test;

/** What a step has read and written, seen from the files before and after it. */
class CompactedStepTest {
  private static final Traffic NOTHING_COUNTED = Traffic.from(Map.of());
  /** A file of level 4, and below it the two that it is merged with, with a gap between them. */
  private static final String STEP = """
      file 4 1.sst c p 100 bytes 100 entries 90 tombstones
      file 5 2.sst a d 400 bytes 40 entries 0 tombstones
      file 5 3.sst n q 500 bytes 50 entries 0 tombstones
      """;

  private static LsmTable tree(String files) {
    return TreeText.parse(List.of(("table keyTable levels 7 base 4 target 1000\n" + files).split("\n"))).get(0).table();
  }

  private static CompactedStep step(String before, String after) {
    LsmTable tree = tree(before);
    FileStep step = new FileSteps(new Levels(tree, FileProfiles.UNKNOWN)).next(KeyRange.parse("c..p"), file -> true);
    return CompactedStep.of(step, tree, tree(after), NOTHING_COUNTED);
  }

  @Test
  void inputsThatAreGoneAreReadAndNewFilesWritten() {
    CompactedStep done = step(STEP, """
        file 5 4.sst a f 450 bytes 45 entries 0 tombstones
        file 5 5.sst g q 480 bytes 50 entries 5 tombstones
        """);
    assertThat(done.hasRewritten()).isTrue();
    assertThat(done.readBytes()).isEqualTo(1000);
    assertThat(done.writtenBytes()).isEqualTo(930);
    assertThat(done.tombstonesRemoved()).isEqualTo(85);
    assertThat(done.written()).extracting(SstFile::name).containsExactly("4.sst", "5.sst");
  }

  @Test
  void movedFileIsNotRewritten() {
    CompactedStep done = step("file 4 1.sst c p 100 bytes 100 entries 90 tombstones\n",
        "file 5 1.sst c p 100 bytes 100 entries 90 tombstones\n");
    assertThat(done.hasRewritten()).isFalse();
    assertThat(done.readBytes()).isZero();
    assertThat(done.writtenBytes()).isZero();
    assertThat(done.tombstonesRemoved()).isZero();
  }

  @Test
  void nothingWrittenWhereAllKeysWereDeleted() {
    CompactedStep done = step(STEP, "");
    assertThat(done.hasRewritten()).isTrue();
    assertThat(done.writtenBytes()).isZero();
    assertThat(done.tombstonesRemoved()).isEqualTo(90);
  }

  /** RocksDB moves a file to a deeper level where nothing of that level lies in its keys, and may do so at once. */
  @Test
  void outputThatWasMovedDownBeforeTheLookIsCounted() {
    CompactedStep done = step(STEP, """
        file 5 4.sst a f 450 bytes 45 entries 0 tombstones
        file 6 5.sst g q 480 bytes 50 entries 5 tombstones
        """);
    assertThat(done.writtenBytes()).isEqualTo(930);
    assertThat(done.tombstonesRemoved()).isEqualTo(85);
    assertThat(done.written()).extracting(SstFile::name).containsExactly("4.sst", "5.sst");
  }

  /** Then its bytes are RocksDB's own, and the output is gone. */
  @Test
  void outputThatAnAutomaticCompactionMergedWithADeeperFileIsNotCounted() {
    String deeper = "file 6 9.sst h k 300 bytes 30 entries 0 tombstones\n";
    CompactedStep done = step(STEP + deeper, """
        file 5 4.sst a f 450 bytes 45 entries 0 tombstones
        file 6 10.sst g q 700 bytes 70 entries 0 tombstones
        """);
    assertThat(done.writtenBytes()).isEqualTo(450);
    assertThat(done.written()).extracting(SstFile::name).containsExactly("4.sst");
  }

  /** Keys that were flushed meanwhile and moved down, between two inputs that have none there. */
  @Test
  void fileOfTheSameLevelBetweenTheInputsIsNotCounted() {
    LsmTable before = tree("""
        file 4 1.sst c d 100 bytes 100 entries 90 tombstones
        file 4 2.sst o p 100 bytes 100 entries 90 tombstones
        file 5 7.sst a c 200 bytes 20 entries 0 tombstones
        """);
    FileStep step = new FileSteps(new Levels(before, FileProfiles.UNKNOWN)).ofKeys(4, 5, KeyRange.parse("c..p"));
    CompactedStep done = CompactedStep.of(step, before, tree("""
        file 5 3.sst a d 210 bytes 30 entries 0 tombstones
        file 5 9.sst f h 250 bytes 25 entries 0 tombstones
        file 5 4.sst o p 10 bytes 10 entries 0 tombstones
        """), NOTHING_COUNTED);
    assertThat(done.written()).extracting(SstFile::name).containsExactly("3.sst", "4.sst");
    assertThat(done.writtenBytes()).isEqualTo(220);
  }

  @Test
  void newFilesElsewhereAreNotCounted() {
    CompactedStep done = step(STEP, """
        file 0 8.sst c p 70 bytes 70 entries 0 tombstones
        file 5 4.sst a f 450 bytes 45 entries 0 tombstones
        file 5 6.sst r z 300 bytes 30 entries 0 tombstones
        """);
    assertThat(done.writtenBytes()).isEqualTo(450);
  }
}
