// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.JOB;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.bucket;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.page;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ApiErrorJson;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.TableSummaryJson;
import org.apache.hadoop.ozone.om.exceptions.OMException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A refusal by the ring is printed with its code, a next step and the nearest name. */
class RefusedCommandTest extends CliOverRing {
  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void everyRefusalPrintsMessageNextStepAndExitCode(ErrorCode code) throws IOException {
    ring.refuse(new OMException(new RefusedException(code, "So it is.", "targets.buckets", JOB, null).text(),
        OMException.ResultCodes.INVALID_REQUEST));
    Cli.Result result = cli.run("trigger", "--everything", "--json");
    assertThat(result.exit()).isEqualTo(code == ErrorCode.BAD_REQUEST ? 2 : 1);
    assertThat(result.err()).startsWith(code + ": --bucket: So it is.\n")
        .containsPattern("'(ozone (sh|admin om)|kinit|klist).*'");
    assertThat(json.readValue(result.out(), ApiErrorJson.class)).isEqualTo(
        new ApiErrorJson().code(code).message("So it is.").parameter("targets.buckets").jobId(JOB));
  }

  /** In place of what is said of every refusal with the code, and also where it names no command. */
  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void nextStepOfTheLeaderIsPrintedInPlaceOfTheGeneralOne(ErrorCode code) throws IOException {
    RefusedException refusal = RefusedException.ofJob(code, JOB, "So it is.").withNextStep("Wait for job " + JOB + ".");
    ring.refuse(new OMException(refusal.text(), OMException.ResultCodes.INVALID_REQUEST));
    Cli.Result result = cli.run("trigger", "--everything", "--json");
    assertThat(result.err()).startsWith(code + ": So it is.\n").endsWith("Wait for job " + JOB + ".\n")
        .doesNotContain("'ozone ", "kinit", "klist");
    assertThat(json.readValue(result.out(), ApiErrorJson.class)).isEqualTo(refusal.toApiError());
  }

  @ParameterizedTest
  @ValueSource(strings = {"There is no directory 'from ozone one' in /v/ozone om.",
      "There is no directory ': ozone sh key list' in /v/b.", "There is no directory 'ozone admin' in /v/b."})
  void nextStepIsGivenWhateverNamesAMessageRepeats(String message) {
    ring.refuse(new OMException("[UNKNOWN_PATH] " + message, OMException.ResultCodes.INVALID_REQUEST));
    assertThat(cli.run("trigger", "--everything").err()).contains("'ozone sh key list /VOLUME/BUCKET'");
  }

  @Test
  void commandThatListsVolumesIsPrintedOnce() {
    ring.refuse(new OMException(RefusedException.of(ErrorCode.UNKNOWN_VOLUME, "There is no volume 'x'.")
        .withNextStep("List them with: ozone sh volume list --all").text(), OMException.ResultCodes.INVALID_REQUEST));
    assertThat(cli.run("trigger", "--volume", "x").err())
        .isEqualTo("UNKNOWN_VOLUME: There is no volume 'x'.\nList them with: ozone sh volume list --all\n");
  }

  @Test
  void nextStepStandsBehindTheNearestName() {
    leader.answer("/buckets", page(null, bucket("om3", "a", 1).volume("shop")));
    ring.refuse(new OMException("[UNKNOWN_VOLUME value=shp next=13] There is no. List them.",
        OMException.ResultCodes.INVALID_REQUEST));
    assertThat(cli.run("trigger", "--volume", "shp").err())
        .isEqualTo("UNKNOWN_VOLUME: There is no.\nDid you mean shop?\nList them.\n");
  }

  @Test
  void tooLargeJobPointsToTheHelpOfTrigger() {
    ring.refuse(new OMException("[TOO_LARGE] Name fewer buckets.", OMException.ResultCodes.INVALID_REQUEST));
    assertThat(cli.run("trigger", "--everything").err()).doesNotContain("--length", "fewer rows")
        .contains("'" + ROOT + " trigger --help'");
  }

  @Test
  void unknownNodeIsRefused() {
    Cli.Result result = cli.run("list", "--node-id", "om9");
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).startsWith("UNKNOWN_NODE: --node-id: ").contains("om1, om2, om3");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "--volume | shp      | [UNKNOWN_VOLUME value=shp] There is no volume 'shp'.     | Did you mean shop?",
      "--volume | nothing  | [UNKNOWN_VOLUME value=nothing] There is no volume 'nothing'. | ",
      "--bucket | /shop/A | [UNKNOWN_BUCKET value=%2Fshop%2FA] There is no bucket /shop/A. If | Did you mean /shop/a?",
      "--bucket | /no/such | [UNKNOWN_BUCKET value=%2Fno%2Fsuch] There is no bucket /no/such. If | ",
      "--cf     | keytable | [UNKNOWN_TABLE value=keytable] There is no table 'keytable'.  | Did you mean keyTable?"})
  void unknownNameIsAnsweredWithTheNearestOne(String option, String name, String refusal, String question) {
    leader.answer("/buckets", page(null, bucket("om3", "a", 1).volume("shop"), bucket("om3", "b", 1).volume("lake"))
        .addTablesItem(new TableSummaryJson().table("keyTable"))
        .addTablesItem(new TableSummaryJson().table("fileTable")));
    ring.refuse(new OMException(refusal, OMException.ResultCodes.INVALID_REQUEST));
    String err = cli.run("trigger", option, name).err();
    assertThat(err.lines().filter(line -> line.startsWith("Did you mean")).toList())
        .isEqualTo(question == null ? List.of() : List.of(question));
  }
}
