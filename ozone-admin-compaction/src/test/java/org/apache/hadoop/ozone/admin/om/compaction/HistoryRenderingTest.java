// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.hadoop.ozone.om.compaction.model.Bucket;
import org.apache.hadoop.ozone.om.compaction.model.BucketList;
import org.apache.hadoop.ozone.om.compaction.model.Key;
import org.apache.hadoop.ozone.om.compaction.model.RunHistory;
import org.apache.hadoop.ozone.om.compaction.model.Seek;
import org.apache.hadoop.ozone.om.compaction.model.SpanKind;
import org.junit.jupiter.api.Test;

class HistoryRenderingTest {

  private static Bucket row(String node, String table, String bucket, RunHistory history) {
    return new Bucket().nodeId(node).table(table).volume("vol1").bucket(bucket).kind(SpanKind.BUCKET)
        .begin(new Key().text("/vol1/" + bucket + "/")).end(new Key().text("/vol1/" + bucket + "/\\xFF"))
        .history(history);
  }

  private static RunHistory history(List<Long> tombstones) {
    return new RunHistory().intervalSeconds(3600L).until("2026-03-01T12:00:00Z").tombstones(tombstones);
  }

  private static List<Long> rising(int hours, long each) {
    return LongStream.rangeClosed(1, hours).map(hour -> hour * each).boxed().collect(Collectors.toList());
  }

  private static String golden(String name) throws Exception {
    try (InputStream golden = HistoryRenderingTest.class.getResourceAsStream("/golden/" + name + ".txt")) {
      return golden == null ? "" : new String(golden.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String text(BucketList list) {
    return new Rendering(Paint.PLAIN, TextTable.Layout.FITTED, Cli.ZONE).history(list);
  }

  @Test
  void growsAndFallsAndIsPartlyUnknown() throws Exception {
    List<Long> compacted = new ArrayList<>(rising(160, 500));
    compacted.addAll(Arrays.asList(0L, 0L, 120L, null, 360L, 480L, 600L, 720L));
    List<Long> unseen = new ArrayList<>(rising(20, 3));
    unseen.addAll(Arrays.asList(null, null, null, null, null, null, null));
    BucketList list = new BucketList()
        .addBucketsItem(row("om1", "keyTable", null, history(rising(168, 7_000)).perDay(168_000L)).volume(null)
            .kind(SpanKind.HEAD).begin(new Key().text("")).end(new Key().text("/vol1/a"))
            .seek(new Seek().micros(100_000L).bounded(true)).why("Every list waits."))
        .addBucketsItem(row("om1", "keyTable", "queue", history(rising(30, 120)).perDay(2_880L)
            .slowAt("2026-03-04T18:30:00Z")).seek(new Seek().micros(1_900L).bounded(false)))
        .addBucketsItem(row("om1", "fileTable", "staging", history(compacted).perDay(2_900L)))
        .addBucketsItem(row("om1", "fileTable", "unseen", history(unseen).perDay(-72L)))
        .addBucketsItem(row("om1", "fileTable", "new", null));
    assertThat(text(list)).isEqualTo(golden("list-history"));
  }

  @Test
  void fitsTheWidestRows() throws Exception {
    BucketList list = new BucketList();
    for (String node : List.of("omNode-1", "omNode-2")) {
      list.addBucketsItem(row(node, "deletedDirectoryTable", "logs", history(rising(168, 721_000)).perDay(-17_300_000L)
          .slowAt("2026-05-04T18:30:00Z")).seek(new Seek().micros(4_900L).bounded(false)));
    }
    assertThat(text(list)).isEqualTo(golden("list-history-widest"));
    assertThat(text(list).lines()).allMatch(line -> line.length() <= 120);
  }

  @Test
  void saysWhyThereIsNone() {
    assertThat(text(new BucketList().addBucketsItem(row("om1", "keyTable", "new", null))))
        .startsWith("Nothing is remembered of these yet");
    assertThat(text(new BucketList())).isEqualTo("No bucket matches.\n");
  }
}
