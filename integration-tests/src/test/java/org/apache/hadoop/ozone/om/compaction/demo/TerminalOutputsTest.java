// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.ozone.client.OzoneClient;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Outputs that documents show are what the commands print, numbers aside, on a ring like the demo's. */
class TerminalOutputsTest {
  private static final Path ROOT = Path.of("..");
  private static final Path FILES = Path.of(System.getProperty("ring.data"), "documents");
  /** Buckets where nothing is deleted make the demo take longer and nothing else. */
  private static final int PART = 10;
  /** An OM measures in the background, so an output may lack a figure at first: it is read again for so long. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @Test
  void documentsShowWhatCommandsPrint() throws Exception {
    Map<String, List<String>> shown = DocumentedOutputs.shown(ROOT);
    List<DocumentedOutputs.Step> steps = DocumentedOutputs.steps();
    assertThat(shown.keySet()).as("steps that documents name").containsExactlyInAnyOrderElementsOf(
        steps.stream().map(DocumentedOutputs.Step::name).toList());

    try (EmbeddedRing ring = Demo.ring(FILES.resolve("ring"))
        .set("ozone.om.range.compaction.service.interval", "5s").start()) {
      Path site = FILES.resolve("cli/ozone-site.xml");
      ring.writeSite(site);
      AdminCli cli = new AdminCli(site);
      fill(ring);
      assertThat(cli.run("trigger", "--bucket", DemoData.WORST.path(), "--wait").exitCode()).isZero();
      DocumentedOutputs.prepare(ring, cli);
      try (EmbeddedRecon recon = EmbeddedRecon.start(ring, FILES.resolve("recon"), Map.of())) {
        DocumentedOutputs now = new DocumentedOutputs(cli, new DocumentedCall(recon.uri().resolve(DemoRecon.API)));
        for (DocumentedOutputs.Step step : steps) {
          if (step.isRead()) {
            Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
              DocumentedOutputs.lead(ring);
              assertShown(now, step, shown.get(step.name()));
            });
          } else {
            assertShown(now, step, shown.get(step.name()));
          }
        }
      }
    }
  }

  @Test
  void numbersTimesIdsAndRowsAreAside() {
    assertThat(DocumentedOutputs.comparable("""
        Job 0fab8bf1-9a2c-4eb5-8dd4-9c7bb2458271 is submitted at 2026-11-28 00:53:01 +00:00.
        0fab8bf1  QUEUED
        BUCKET  LIST WAITS  TOMBSTONES
        /v/b       18.4 ms      <=34.0k
        """)).isEqualTo(DocumentedOutputs.comparable("""
        Job 79a20937-ad40-4cc0-8595-9c7bb2458271 is submitted at 2027-01-02 10:00:00 +00:00.
        79a20937  QUEUED
        BUCKET     LIST WAITS  TOMBSTONES
        /v/b            91 us           ?
        /v/b                -        ~12
        """));
  }

  @Test
  void unitMayStandOnTheNextLine() {
    assertThat(DocumentedOutputs.comparable("it writes ~344\nKB at most\n"))
        .isEqualTo(DocumentedOutputs.comparable("it writes\n~281 KB at most\n"));
  }

  @Test
  void otherWordsAndOtherHeadersDiffer() {
    List<String> same = DocumentedOutputs.comparable("NODE  STATE\nIt is done in 5 s.\n");
    assertThat(DocumentedOutputs.comparable("NODE  STATE\nIt was done in 5 s.\n")).isNotEqualTo(same);
    assertThat(DocumentedOutputs.comparable("STATE  NODE\nIt is done in 5 s.\n")).isNotEqualTo(same);
  }

  private static void fill(EmbeddedRing ring) throws Exception {
    DemoData data = new DemoData(ring, PART);
    try (OzoneClient client = ring.newClient()) {
      data.createBuckets(client);
      data.load();
      data.delete(client);
    }
  }

  private static void assertShown(DocumentedOutputs now, DocumentedOutputs.Step step, List<String> shown)
      throws Exception {
    String printed = now.run(step);
    for (String text : shown) {
      assertThat(DocumentedOutputs.comparable(text))
          .as("what a document shows of '%s' is not what it prints, run ./dev docs:%n%s", step.command(), printed)
          .isEqualTo(DocumentedOutputs.comparable(printed));
    }
  }
}
