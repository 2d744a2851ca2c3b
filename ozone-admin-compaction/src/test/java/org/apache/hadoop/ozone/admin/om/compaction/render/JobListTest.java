// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneId;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobListJson;
import org.apache.hadoop.ozone.om.compaction.model.KeyJson;
import org.apache.hadoop.ozone.om.compaction.model.KeyRangeJson;
import org.apache.hadoop.ozone.om.compaction.model.TargetsJson;
import org.apache.hadoop.ozone.om.compaction.model.WaitJson;
import org.apache.hadoop.ozone.om.compaction.model.WaitReasonJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A row of a list tells its job from others, in one line. */
class JobListTest {
  private static final String VOLUME = "/" + "v".repeat(60);

  static Stream<Arguments> targets() {
    return Stream.of(
        Arguments.of(new TargetsJson().addBucketsItem("/shop/orders"), "/shop/orders", "bucket /shop/orders"),
        Arguments.of(new TargetsJson().buckets(List.of("/shop/orders", "/shop/carts")), "/shop/orders +1",
            "bucket /shop/orders, /shop/carts"),
        Arguments.of(new TargetsJson().addBucketsItem(VOLUME + "/logs-2024"), "/vvvvvvvvvvv...v/logs-2024",
            "bucket " + VOLUME + "/logs-2024"),
        Arguments.of(new TargetsJson().volume("shop"), "volume shop", "volume shop"),
        Arguments.of(new TargetsJson().addTablesItem("keyTable"), "keyTable", "table keyTable"),
        Arguments.of(new TargetsJson(), "everything", "everything"),
        Arguments.of(new TargetsJson().addExcludeItem("/shop/logs"), "everything without some",
            "everything; without /shop/logs"),
        Arguments.of(new TargetsJson()
            .addKeyRangesItem(new KeyRangeJson().table("keyTable").begin(new KeyJson().text("/v/b/a"))
            .end(new KeyJson().text("/v/b/c"))), "/v/b/a../v/b/c", "keys /v/b/a../v/b/c of keyTable"));
  }

  @ParameterizedTest
  @MethodSource("targets")
  void jobsAreToldApartByTheirTargets(TargetsJson targets, String brief, String whole) {
    String text = list(TextTable.Layout.FITTED, job().targets(targets));
    assertThat(text.split("\n")[0]).endsWith("  TARGETS");
    assertThat(text.split("\n")[1]).startsWith("6f0b2a4e  ").endsWith("  " + brief).hasSizeLessThanOrEqualTo(120);
    assertThat(list(TextTable.Layout.WIDE, job().targets(targets))).contains(job().getJobId(), "  " + whole + "\n");
  }

  @Test
  void targetsThatTheListLeavesOutCount() {
    JobJson job = job().targets(new TargetsJson().addBucketsItem("/v/b")).targetsLeftOut(1_500);
    assertThat(list(TextTable.Layout.FITTED, job)).endsWith("  /v/b +1,500\n");
    assertThat(list(TextTable.Layout.WIDE, job)).endsWith("  bucket /v/b; and 1,500 more\n");
  }

  @Test
  void idsThatBeginAlikeAreToldApart() {
    assertThat(list(TextTable.Layout.FITTED, job(), job().jobId("6f0b2a4e-7d0e-4c7e-9f53-0f9b3b0d7a11")))
        .contains("6f0b2a4e-6  RUNNING", "6f0b2a4e-7  RUNNING");
  }

  /** In the zone of the other times of the row. */
  @Test
  void jobThatWaitsSaysSoOnTheUsersClock() {
    JobJson job = job()
        .waitingFor(new WaitJson().reason(WaitReasonJson.WINDOW).message("the window opens at 2030-06-01T20:00:00Z"));
    assertThat(list(TextTable.Layout.FITTED, job))
        .endsWith("\n    waits for WINDOW: the window opens at 2030-06-01 22:00:00 +02:00\n");
    assertThat(new Rendering(Paint.PLAIN, TextTable.Layout.FITTED, ZoneId.of("Europe/Berlin")).jobs().one(job))
        .contains("\nWaits     for WINDOW: the window opens at 2030-06-01 22:00:00 +02:00\n");
  }

  private static JobJson job() {
    return Samples.running().waitingFor(null);
  }

  private static String list(TextTable.Layout layout, JobJson... jobs) {
    return new Rendering(Paint.PLAIN, layout, ZoneId.of("Europe/Berlin")).jobs()
        .list(new JobListJson().jobs(List.of(jobs)));
  }
}
