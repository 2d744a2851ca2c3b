// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.key;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.model.ApiErrorJson;
import org.apache.hadoop.ozone.om.compaction.model.ByteIntervalJson;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.Figure;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceChoiceJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceHoldJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceListJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceModeJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceRangeJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceRoundJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceStateJson;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code service} and {@code explain}. */
class ServiceCommandsTest extends CliOverRing {

  private static ServiceJson service(String nodeId, ServiceStateJson state, String message,
      ServiceRangeJson... ranges) {
    return new ServiceJson().nodeId(nodeId).state(state).message(message).mode(ServiceModeJson.OBSERVE)
        .windows("always")
        .dailyBytes(20L << 30).problems(List.of()).rangesChosen(0).rangesLeftOut(0).ranges(Arrays.asList(ranges));
  }

  private static ServiceListJson list(ServiceJson service) {
    return new ServiceListJson().totalCount(1L).services(List.of(service));
  }

  private static ServiceRangeJson range() {
    return new ServiceRangeJson().table("keyTable").volume("lake").bucket("staging").begin(key("/lake/staging/a"))
        .end(key("/lake/staging/z")).tombstones(Figure.interval(600_000, 664_000))
        .waitMicros(184_000L)
        .oldest("2026-11-20T09:30:00.000Z").predictedReadBytes(69L << 20).predictedWriteBytes(34L << 20)
        .predictedWrite(new ByteIntervalJson().low(33L << 20).high(60L << 20))
        .choice(ServiceChoiceJson.CHOSEN)
        .message("A list waits 184 ms there; one that waits 5.0 ms or longer is slow.");
  }

  @Test
  void serviceShowsTheLeadersStateAndRanges() {
    leader.answer("/service", list(service("om3", ServiceStateJson.OBSERVING, "Rounds would compact 1 of 1 range now.",
        range()).looked("2026-11-23T12:00:00.000Z").looksAgain("2026-11-23T12:10:00.000Z").spentBytes(5L << 30)
        .lastRound(new ServiceRoundJson().jobId("0f1c0368-dd6f-4dbf-bfd8-4f4df6ceef76").state(JobStateJson.SUCCEEDED)
            .begun("2026-11-23T09:00:00.000Z").ended("2026-11-23T09:02:00.000Z").ranges(1)
            .predictedTombstones(120_000L).tombstonesRemoved(119_000L).writeBytes(3L << 20))));
    Cli.Result result = cli.run("service");
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.out().lines()).containsExactly(
        "om3  OBSERVING",
        "Rounds would compact 1 of 1 range now.",
        "Windows: always. Written in the last 24 hours: 5.00 GB of 20.0 GB.",
        "Last round: 0f1c0368-dd6f-4dbf-bfd8-4f4df6ceef76, SUCCEEDED, begun 2026-11-23 10:00:00 +01:00, took 2 min 00"
            + " s.",
        "It removed 119k tombstones, 120k predicted in SST files, in 1 range and wrote 3.00 MB.",
        "Looked at 2026-11-23 13:00:00 +01:00, looks again at 2026-11-23 13:10:00 +01:00.",
        "",
        "BUCKET         TABLE     REMOVES  LIST WAITS  OLDEST                         READ     WRITE  CHOICE",
        "/lake/staging  keyTable    ~632k     ~184 ms  2026-11-20 10:30:00 +01:00  69.0 MB  ~34.0 MB  CHOSEN",
        "    A list waits 184 ms there; one that waits 5.0 ms or longer is slow.",
        "    --cf keyTable --key-range /lake/staging/a../lake/staging/z");
  }

  /** Unless the message tells it already. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', nullValues = "-", value = {
      "JOB_OPEN      | -          | ' They open at 2026-11-24 20:00:00 +01:00. Written'",
      "JOB_OPEN      | 2026-11-23 | ' They open at 2026-11-24 20:00:00 +01:00, no sooner because of days off:"
          + " 2026-11-23.'",
      "WINDOW_CLOSED | 2026-11-23 | ' Written'"})
  void serviceTellsWhenItsWindowsOpenAndWhyNoSooner(ServiceHoldJson hold, String daysOff, String opens) {
    leader.answer("/service", list(service("om3", ServiceStateJson.OBSERVING, "No round would begin now.").hold(hold)
        .windows("20:00-06:00 UTC").windowsOpen("2026-11-24T19:00:00.000Z").daysOff(daysOff)));
    assertThat(cli.run("service").out()).contains("\nWindows: 20:00-06:00 UTC." + opens);
  }

  @Test
  void failedTurnsOfTheLastRoundAreNamed() {
    leader.answer("/service", list(service("om3", ServiceStateJson.IDLE, "No range is worth a round.")
        .lastRound(new ServiceRoundJson().jobId("0f1c0368-dd6f-4dbf-bfd8-4f4df6ceef76").state(JobStateJson.PARTIAL)
            .begun("2026-11-23T09:00:00.000Z").ended("2026-11-23T09:02:00.000Z").ranges(1)
            .predictedTombstones(120_000L).tombstonesRemoved(119_000L).writeBytes(3L << 20)
            .failures(List.of("om2: SST file 000012.sst of keyTable is corrupt (x): check the disk")))));
    assertThat(cli.run("service").out().lines())
        .contains("om2: SST file 000012.sst of keyTable is corrupt (x): check the disk.");
  }

  @Test
  void faultyServiceShowsItsWrongSettings() {
    leader.answer("/service", list(service("om3", ServiceStateJson.FAULTY, "The service did not start.")
        .problems(List.of("ozone.om.range.compaction.service.windows = 'x' cannot be used (...)"))));
    assertThat(cli.run("service").out().lines()).containsExactly("om3  FAULTY", "The service did not start.",
        "ozone.om.range.compaction.service.windows = 'x' cannot be used (...)");
  }

  @Test
  void pausedServiceChoosesNothingUnsaid() {
    leader.answer("/service", list(service("om3", ServiceStateJson.PAUSED, "alice has paused the service.", range(),
        range().choice(ServiceChoiceJson.RESTING)).hold(ServiceHoldJson.PAUSED).mode(ServiceModeJson.OBSERVE)));
    assertThat(cli.run("service").out().lines()).startsWith("om3  PAUSED, observes only")
        .filteredOn(line -> line.startsWith("/lake/staging")).satisfiesExactly(
            chosen -> assertThat(chosen).endsWith("  CHOSEN, paused"),
            resting -> assertThat(resting).endsWith("  RESTING"));
  }

  @Test
  void pauseAndResumeShowTheServiceAfterwards() {
    leader.answer("/service", list(service("om3", ServiceStateJson.PAUSED, "alice has paused the service.")
        .mode(ServiceModeJson.COMPACT)));
    ring.answer(Answer.getDefaultInstance());
    Cli.Result paused = cli.run("service", "pause", "--for", "24h");
    assertThat(paused.exit()).as(paused.err()).isZero();
    assertThat(paused.out()).startsWith("om3  PAUSED\nalice has paused the service.\n");
    cli.run("service", "pause");
    assertThat(cli.run("service", "resume").exit()).isZero();
    assertThat(ring.commands()).satisfiesExactly(
        first -> assertThat(first.getPauseService().getForSeconds()).isEqualTo(86_400),
        second -> assertThat(second.getPauseService().getForSeconds()).isZero(),
        third -> assertThat(third.hasResumeService()).isTrue());
  }

  @Test
  void tooLongPauseIsRefusedWithTheLimit() {
    Cli.Result result = cli.run("service", "pause", "--for", "400d");
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).contains("--for: A pause of 34560000 s is not possible; it lasts up to 366 days",
        "See 'ozone admin om compaction service pause --help'.");
  }

  @Test
  void pauseThatIsTakenButNotShownSaysSo() {
    ring.answer(Answer.getDefaultInstance());
    leader.refuse("/service", 503, new ApiErrorJson().code(ErrorCode.BUSY).message("Later."));
    Cli.Result result = cli.run("service", "pause");
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).contains("The ring has taken it in, but the leader does not show the service:");
  }

  @Test
  void explainAsksEveryNodeAndNamesSilentOnes() {
    for (String node : List.of("om1", "om3")) {
      ring.om(node).answer("/service", list(service(node, ServiceStateJson.OFF, "Were the service to decide here.",
          range())));
    }
    ring.om("om2").close();
    Cli.Result result = cli.run("explain", "/lake/staging");
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out()).contains("om1  OFF", "om3  OFF");
    assertThat(result.err()).contains("om2 did not answer");
    assertThat(leader.asked()).anySatisfy(path -> assertThat(path).contains("/service?bucket=%2Flake%2Fstaging"));
  }

  /** Its bucket is no option. */
  @Test
  void unknownBucketIsNamedAsInTheUsage() {
    for (String node : List.of("om1", "om2", "om3")) {
      ring.om(node).refuse("/service", 404, new ApiErrorJson().code(ErrorCode.UNKNOWN_BUCKET)
          .message("There is no bucket /lake/none.").parameter("bucket"));
    }
    Cli.Result result = cli.run("explain", "/lake/none");
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).startsWith("UNKNOWN_BUCKET: /VOLUME/BUCKET: There is no bucket /lake/none.");
  }

  @Test
  void explainWithoutBucketIsRefused() {
    assertThat(cli.run("explain").exit()).isEqualTo(2);
  }
}
