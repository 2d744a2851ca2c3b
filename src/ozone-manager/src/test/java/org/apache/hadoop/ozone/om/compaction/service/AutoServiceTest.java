// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.model.ServiceChoiceJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceHoldJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceRangeJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceStateJson;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlannedRange;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RangeCost;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.planning.JobPart;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.apache.hadoop.ozone.om.compaction.scan.BusyScans;
import org.apache.hadoop.ozone.om.compaction.scan.CountedReads;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The service in observe mode. */
class AutoServiceTest extends ServiceOverOmDb {
  @Test
  void showsWhatARoundWouldCompactAndCompactsNothing() throws Exception {
    long keys = om.metadata().getStore().getEstimatedKeyCount();
    conf.set(PREFIX + "hurting.seek", "5ms");
    start();
    // A look reads files for a second at most; the next goes on.
    ServiceJson seen = await("a range that is worth it").atMost(1, TimeUnit.MINUTES)
        .until(this::current, current -> current.getHold() == null && current.getLooked() != null);
    assertThat(seen.getState()).isEqualTo(ServiceStateJson.OBSERVING);
    assertThat(seen.getMessage())
        .startsWith("Rounds would compact 1 of 1 range now: they would remove ")
        .contains("12,", " tombstones, read ", "; the slowest list there waits about ");
    assertThat(seen.getRanges()).singleElement().satisfies(range -> {
      assertThat(range.getBucket()).isEqualTo("staging");
      assertThat(range.getChoice()).isEqualTo(ServiceChoiceJson.CHOSEN);
      assertThat(range.getTombstones().getHigh()).isBetween((long) DELETED, DELETED + 100L);
      assertThat(range.getWaitMicros()).isPositive();
      assertThat(Instant.parse(range.getOldest())).isBetween(Instant.now().minusSeconds(600), Instant.now());
    });
    assertThat(om.metadata().getStore().getEstimatedKeyCount()).isEqualTo(keys);
  }

  /** A look that counted too little does not pass for one that found nothing. */
  @Test
  void tellsFilesThatALookHadNoTimeFor() throws Exception {
    BusyScans others = new BusyScans();
    exactCounts = others.counts();
    start();
    assertThat(looked().getMessage()).contains("No range is worth a round. Not counted yet: 2 SST files that may hold");
    others.end();
    ServiceJson counted = await("the file is counted").atMost(1, TimeUnit.MINUTES)
        .until(this::current, current -> current.getHold() == null);
    assertThat(counted.getMessage()).doesNotContain("Not counted yet");
  }

  @ParameterizedTest
  @CsvSource({
      "staging, CHOSEN, ' tombstones; the minimum is 10,000.'",
      "quiet, BELOW_MINIMUM, 'holds 100 tombstones, the minimum is 10,000'"})
  void explainsABucketLikeThePlanOfEverything(String bucket, ServiceChoiceJson choice, String message)
      throws Exception {
    ServiceRangeJson range = start().lookAt(bucket(bucket)).getRanges().get(0);
    assertThat(range.getBucket()).isEqualTo(bucket);
    assertThat(range.getChoice()).isEqualTo(choice);
    assertThat(range.getMessage()).contains(message);
  }

  @Test
  void bucketWithoutARangeIsExplainedToo() throws Exception {
    assertThat(start().lookAt(bucket("running"))).satisfies(seen -> {
      assertThat(seen.getRanges()).isEmpty();
      assertThat(seen.getMessage()).endsWith(" /lake/running holds no tombstone.");
    });
    delete("running", 900);
    assertThat(lookAt(bucket("running")).getMessage()).matches(
        ".* /lake/running holds no tombstone in SST files and (about |up to )?[0-9,]+ in memory, which RocksDB .*");
  }

  /** None of the ranges reaches the minimum; the run does, which is what makes each worth a round. */
  @Test
  void rangeOfALongerRunTellsWhatTheRunHolds() throws Exception {
    om.holdStill("keyTable");
    om.targetFileBytes("keyTable", 64 << 10);
    om.compact("keyTable");
    int parts = 4;
    for (int i = 0; i < parts; i++) {
      delete("running", DELETED / parts * i, DELETED / parts * (i + 1));
      om.flush("keyTable");
    }
    conf.set("ozone.om.range.compaction.max.entries", Integer.toString(DELETED / parts));
    assertThat(start().lookAt(bucket("running")).getRanges())
        .filteredOn(range -> range.getChoice() == ServiceChoiceJson.CHOSEN).hasSizeBetween(2, parts)
        .allSatisfy(range -> {
          assertThat(range.getTombstones().getHigh()).isPositive().isLessThan(10_000);
          // Counted or, if a look had no time for that, estimated.
          assertThat(range.getMessage()).matches(
              "The run that it is part of holds (about )?1[0-2],\\d{3} tombstones; the minimum is 10,000\\.");
        });
  }

  @Test
  void excludedBucketIsLeftAloneAndExplained() throws Exception {
    conf.set(PREFIX + "exclude", "/lake/st*");
    assertThat(start().lookAt(bucket("staging"))).satisfies(seen -> {
      assertThat(seen.getMessage())
          .isEqualTo("/lake/staging is excluded by '/lake/st*' of " + PREFIX + "exclude: no round takes it.");
      assertThat(seen.getRanges()).singleElement().satisfies(range -> {
        assertThat(range.getChoice()).isEqualTo(ServiceChoiceJson.EXCLUDED);
        assertThat(range.getMessage()).isEqualTo("It is excluded by '/lake/st*'.");
      });
    });
    assertThat(looked().getExclude()).containsExactly("/lake/st*");
    assertThat(current().getHold()).isEqualTo(ServiceHoldJson.NOTHING_TO_DO);
    assertThat(lookAt(bucket("quiet")).getRanges()).first()
        .satisfies(range -> assertThat(range.getChoice()).isEqualTo(ServiceChoiceJson.BELOW_MINIMUM));
  }

  @Test
  void tombstonesInMemoryAreLeftToRocksDb() throws Exception {
    delete("running", DELETED);
    ServiceRangeJson range = start().lookAt(bucket("running")).getRanges().get(0);
    assertThat(range.getBucket()).isEqualTo("running");
    assertThat(range.getChoice()).isEqualTo(ServiceChoiceJson.BELOW_MINIMUM);
    assertThat(range.getTombstones().getHigh()).as("an estimate").isGreaterThan(DELETED / 4);
    assertThat(range.getMessage()).contains(" tombstones in memory are left to RocksDB").contains("; it waits ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.3", "0"})
  void fewTombstonesAreWorthARoundWhereAListWaits(String ratio) throws Exception {
    conf.set("ozone.om.range.compaction.tombstone.ratio", ratio);
    conf.set("ozone.om.range.compaction.min.tombstones", "100000");
    assertThat(start().lookAt(bucket("staging")).getRangesChosen()).isZero();
    service.reconfigure(PREFIX + "hurting.seek", "1us");
    assertThat(lookAt(bucket("staging")).getRanges()).first().satisfies(range -> {
      assertThat(range.getChoice()).isEqualTo(ServiceChoiceJson.CHOSEN);
      assertThat(range.getMessage()).startsWith("A list waits ").contains(" or longer is slow. It holds ", "12,");
    });
  }

  @Test
  void fewTombstonesAreWorthARoundIfOld() throws Exception {
    conf.set("ozone.om.range.compaction.min.tombstones", "100000");
    conf.set(PREFIX + "max.age", "1ms");
    assertThat(start().lookAt(bucket("staging")).getRanges()).first().satisfies(range -> {
      assertThat(range.getChoice()).isEqualTo(ServiceChoiceJson.CHOSEN);
      assertThat(range.getMessage()).contains(" tombstones, which may be there since ");
    });
  }

  /** Preview, dry run, turn, list and service judge by the same count. */
  @ParameterizedTest
  @CsvSource({DELETED + ", 1", (DELETED + 1) + ", 0"})
  void allAgreeAtTheMinimumAndOneBelowIt(long minimum, int ranges) throws Exception {
    conf.set("ozone.om.range.compaction.min.tombstones", Long.toString(minimum));
    start();
    for (Precision precision : new Precision[] {Precision.RUNS, Precision.EXACT}) {
      assertRanges(Thresholds.getDefaultInstance(), precision, ranges);
    }
    assertThat(planner.plan(JobSpec.getDefaultInstance(), JobPart.ALL, new CountedReads()).ranges()
        .ranges()).as("turn").hasSize(ranges);
    assertThat(lookAt(bucket("staging")).getRangesChosen()).isEqualTo(ranges);
    assertThat(planner.statistics(bucket("staging"), Precision.EXACT).targets("keyTable").stream()
        .filter(span -> span.tombstones().most() >= minimum)).as("list").hasSize(ranges);
  }

  /** A plan scans and measures for a second, which a busy machine may not have; the next plan goes on. */
  private void assertRanges(Thresholds thresholds, Precision precision, int ranges) {
    await().untilAsserted(() -> assertThat(planner.plan(Targets.getDefaultInstance(), thresholds, precision)
        .ranges().ranges()).as("%s", precision).hasSize(ranges));
  }

  /** Explicit thresholds select what reaches them. */
  @Test
  void previewOfEverythingShowsTheSameRanges() throws Exception {
    conf.set("ozone.om.range.compaction.min.tombstones", "100000");
    conf.set(PREFIX + "hurting.seek", "1us");
    start();
    assertRanges(Thresholds.getDefaultInstance(), Precision.RUNS, 1);
    assertRanges(Thresholds.newBuilder().setMinTombstones(50_000).build(), Precision.RUNS, 0);
  }

  @Test
  void rangeBeyondADaysBudgetIsReportedAndRests() throws Exception {
    conf.set(PREFIX + "daily.bytes", "1KB");
    start();
    assertThat(lookAt(bucket("staging")).getRanges()).first().satisfies(range -> {
      assertThat(range.getChoice()).isEqualTo(ServiceChoiceJson.TOO_DEAR);
      assertThat(range.getMessage()).contains("raise ozone.om.range.compaction.service.daily.bytes");
    });
    assertThat(looked().getHold()).isEqualTo(ServiceHoldJson.NOTHING_TO_DO);
    assertThat(lookAt(bucket("staging")).getRanges()).first()
        .satisfies(range -> assertThat(range.getChoice()).isEqualTo(ServiceChoiceJson.RESTING));
    Awaitility.await("a look that meets the rest").atMost(30, TimeUnit.SECONDS).untilAsserted(() ->
        assertThat(current().getMessage()).startsWith("No round would begin now. 1 range is left out that would"
            + " be worth one: It may write ").contains("(raise ozone.om.range.compaction.service.daily.bytes, or",
                ": it rests until "));

    service.reconfigure(PREFIX + "daily.bytes", "1GB");
    assertThat(lookAt(bucket("staging")).getRanges()).first()
        .satisfies(range -> assertThat(range.getChoice()).isEqualTo(ServiceChoiceJson.CHOSEN));
  }

  @Test
  void restingRangeOverSeveralBucketsIsNamedByThem() throws Exception {
    delete("running", 30_000);
    om.flush("keyTable");
    start();
    PlannedRange all = planner.plan(Targets.getDefaultInstance(), Thresholds.getDefaultInstance(), Precision.EXACT)
        .ranges().ranges().get(0);
    planner.cooldown().rest(all.table(), all.range(), "It did not help");

    Awaitility.await("a look that meets the rest").atMost(30, TimeUnit.SECONDS).untilAsserted(() ->
        assertThat(current().getRanges()).filteredOn(range -> range.getChoice() == ServiceChoiceJson.RESTING)
            .first().satisfies(range -> {
              assertThat(range.getBucketCount()).isEqualTo(2);
              assertThat(range.getFirstBucket()).isEqualTo("/lake/running");
              assertThat(range.getLastBucket()).isEqualTo("/lake/staging");
            }));
  }

  /** Its turn would end before the first step, and the next look begin the same round again. */
  @Test
  void rangeWhoseFirstStepMayExceedTheBudgetIsNotChosen() throws Exception {
    // A look of the service would let the range rest. A service that is off does not look, but answers lookAt.
    conf.unset(PREFIX + "enabled");
    start();
    RangeCost cost = planner.plan(bucket("staging"), Thresholds.getDefaultInstance(), Precision.EXACT).ranges().ranges()
        .get(0).cost();
    long share = (cost.budgetBytes() - 1) / 3 * 3;
    assertThat(share).as("%s", cost).isGreaterThan(cost.price().writeBytes());
    service.reconfigure(PREFIX + "daily.bytes", share / 3 * 4 + "B");
    assertThat(lookAt(bucket("staging")).getRanges()).first()
        .satisfies(range -> assertThat(range.getChoice()).isEqualTo(ServiceChoiceJson.TOO_DEAR));
    service.reconfigure(PREFIX + "daily.bytes", share / 3 * 4 + 8 + "B");
    assertThat(lookAt(bucket("staging")).getRanges()).first()
        .satisfies(range -> assertThat(range.getChoice()).isEqualTo(ServiceChoiceJson.CHOSEN));
  }

  @Test
  void saysWhatBlocksRoundsAndWhatTheyWouldDo() throws Exception {
    start();
    leader.hasJob(JobSpec.newBuilder());
    assertThat(lookAt(bucket("staging"))).satisfies(open -> {
      assertThat(open.getHold()).isEqualTo(ServiceHoldJson.JOB_OPEN);
      assertThat(open.getMessage()).startsWith("No round would begin now. A job is open: ")
          .contains(" Without that: Rounds would compact 1 of ");
    });
    leader.hasStockServiceOn(true);
    ServiceJson held = lookAt(bucket("staging"));
    assertThat(held.getHold()).isEqualTo(ServiceHoldJson.STOCK_SERVICE);
    assertThat(held.getMessage()).startsWith("No round would begin now. Ozone's own compaction service is on");
    assertThat(held.getRangesChosen()).isOne();
  }

  @Test
  void closedWindowBlocksRounds() throws Exception {
    int hour = (ZonedDateTime.now(ZoneOffset.UTC).getHour() + 12) % 24;
    conf.set(PREFIX + "windows", String.format("%02d:00-%02d:30 UTC", hour, hour));
    ServiceJson held = start().lookAt(bucket("staging"));
    assertThat(held.getHold()).isEqualTo(ServiceHoldJson.WINDOW_CLOSED);
    assertThat(held.getMessage()).contains(hour + ":00-").contains("they open at 20");
  }

  /** A day off on either side, in case midnight passes meanwhile. */
  @Test
  void dayOffBlocksRoundsAndIsNamed() throws Exception {
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    String off = today.minusDays(1) + ".." + today.plusDays(1);
    conf.set(PREFIX + "windows", "always UTC except " + off);
    ServiceJson held = start().lookAt(bucket("staging"));
    String opens = today.plusDays(2) + "T00:00:00";
    assertThat(held.getHold()).isEqualTo(ServiceHoldJson.WINDOW_CLOSED);
    assertThat(held.getMessage()).contains("they open at " + opens + "Z, no sooner because of days off: " + off + ".");
    assertThat(held.getWindowsOpen()).isEqualTo(opens + ".000Z");
    assertThat(held.getDaysOff()).isEqualTo(off);
    leader.leads(false);
    assertThat(current().getWindowsOpen()).as("on a follower, too").isEqualTo(opens + ".000Z");
  }

  @Test
  void openWindowsTellNoOpening() throws Exception {
    ServiceJson open = start().lookAt(bucket("staging"));
    assertThat(open.getWindowsOpen()).isNull();
    assertThat(open.getDaysOff()).isNull();
  }

  @Test
  void followerDoesNotDecideButExplains() throws Exception {
    leader.leads(false);
    start();
    assertThat(current().getState()).isEqualTo(ServiceStateJson.FOLLOWING);
    assertThat(lookAt(bucket("staging")).getMessage()).startsWith("Were the service to decide here: Rounds");
    leader.leads(true);
    assertThat(looked().getState()).isEqualTo(ServiceStateJson.OBSERVING);
    leader.leads(false);
    assertThat(current().getState()).isEqualTo(ServiceStateJson.FOLLOWING);
  }

  @Test
  void isOffByDefault() throws Exception {
    conf.unset(PREFIX + "enabled");
    start();
    assertThat(current().getState()).isEqualTo(ServiceStateJson.OFF);
    assertThat(current().getMessage()).contains(PREFIX + "enabled");
    assertThat(lookAt(bucket("staging")).getRanges()).isNotEmpty();
  }

  @Test
  void isOffIfRangeCompactionIsOff() {
    conf.set("ozone.om.range.compaction.enabled", "false");
    start();
    assertThat(current().getState()).isEqualTo(ServiceStateJson.OFF);
    assertThat(current().getMessage()).contains("(ozone.om.range.compaction.enabled)");
  }

  /** Unlike the service's own look, it is not repeated. */
  @Test
  void explanationOfABucketDoesNotMentionTheNextLook() throws Exception {
    assertThat(start().lookAt(bucket("staging")).getLooksAgain()).isNull();
    assertThat(looked().getLooksAgain()).isNotNull();
  }

  @Test
  void lastLookStaysWhileTheDatabaseIsClosed() throws Exception {
    start();
    looked();
    om.stop();
    assertThat(current().getState()).isEqualTo(ServiceStateJson.OBSERVING);
    assertThat(catchThrowable(() -> lookAt(bucket("staging"))))
        .isInstanceOf(DatabaseUnavailableException.class);
    om.reopen(1_000);
    assertThat(lookAt(bucket("staging")).getRanges()).isNotEmpty();
  }
}
