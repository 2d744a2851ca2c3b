// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How many files somebody opens who follows a question through the code: those that decide something on a way between
 * two methods. A walk is the way of success, and has several parts, as threads, OMs and records lie between them;
 * docs/design.md tells each in words.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WalkTest {
  private CallGraph graph;

  @BeforeAll
  void readWhatIsShipped(@TempDir Path home) {
    Overlay.unpackOver(home);
    graph = CallGraph.of(Arrays.stream(Stock.values()).flatMap(process -> Overlay.jars(home, process).stream())
        .collect(Collectors.toCollection(TreeSet::new)));
  }

  /** From one method to each of some others. */
  private record Part(String from, String... to) {
  }

  /** @see Walk#mostFiles */
  private enum Walk {
    TRIGGER_TO_COMPACT_RANGE(55,
        new Part("TriggerSubcommand.run", "RingCommands.trigger"),
        new Part("RingCommands.trigger", "JobRequestCheck.*", "OmRingRpc.echo"),
        new Part("CompactionRequestHandler.validateRequest", "CommandCheck.*", "TargetCheck.*"),
        new Part("CompactionRequestHandler.handleWriteRequestImpl", "PersonCommands.submit", "JobCommands.grant",
            "TurnEdits.*", "Transitions.allowed"),
        new Part("CompactionResponse.addToDBBatch", "JobRecordTable.*"),
        new Part("LeaderTurns.run", "RingHealth.hasMajority", "JobConflicts.ahead", "TurnSchedule.grantNext",
            "RingSubmitter.submit"),
        new Part("NodeTurns.run", "AdminCheck.nonAdmin", "LiveTurn.report", "RingSubmitter.submit"),
        new Part("NodeCompaction.run", "TurnPlanner.*", "NodePlanner.plan", "RangeSteps.*", "FileSteps.*",
            "CompactionPicker.*", "StepBound.*", "NarrowRangeSearch.*", "PressureGauges.*", "TurnAttempt.*",
            "WriteRateLimiter.*", "VerifiedFiles.*", "RangeCompactor.*", "RocksDB.compactRange", "CompactedStep.*"),
        new Part("NodePlanner.plan", "TargetSpans.*", "TableStatistics.*", "RunTargets.*", "WorthCompacting.measure",
            "RangePlanner.*", "TableCandidates.*", "RangeCost.*")),
    NUMBER_IN_LIST(35,
        new Part("ListSubcommand.answer", "NodeHttp.*", "SlowLists.list", "SlowLists.rows"),
        new Part("CompactionServlet.answer", "Endpoint.*"),
        new Part("NodePlanner.statistics", "RocksDatabase.getLiveFilesMetaData", "BucketCache.*", "TargetSpans.*",
            "StatisticsCache.*", "TableStatistics.*", "StatisticsSweep.*", "ExactCounts.*", "SstScan.*"),
        new Part("RowWaits.look", "SlowPlaces.*", "TableLook.*", "LiveKeyWalk.*", "WaitProbe.*", "WaitLimit.*"),
        new Part("BucketsEndpoint.buckets", "BucketRows.*", "RunCursor.*", "RowWaits.*", "PageOfRows.*", "FirstRows.*",
            "PassedTombstones.*", "Remedies.*")),
    TIMER_TO_ROUND(20,
        new Part("AutoService.round", "ServicePlan.*", "BlockReasons.*", "RoundMemory.*", "PastRound.*", "StandDown.*",
            "RoundBudget.*", "RoundPolicy.*", "RoundSpec.*", "LeadingOm.*"),
        new Part("ServicePlan.of", "NodePlanner.*", "WorthCompacting.*", "MeasuredRuns.*", "SlowPlaces.find",
            "Cooldown.*", "InMemory.*"));

    /** The number of files that the design allows: those that one person can keep in mind. */
    private final int mostFiles;
    private final Part[] parts;

    Walk(int mostFiles, Part... parts) {
      this.mostFiles = mostFiles;
      this.parts = parts;
    }
  }

  @ParameterizedTest
  @EnumSource
  void fewFilesAreOpened(Walk walk) {
    Set<String> files = new TreeSet<>();
    for (Part part : walk.parts) {
      files.addAll(graph.decidingFilesBetween(part.from(), part.to()));
    }
    System.out.println(walk + ": " + files.size() + " files decide, " + files);
    assertThat(files).as(walk.toString()).hasSizeLessThanOrEqualTo(walk.mostFiles);
  }

  @Test
  void callsThroughInterfacesAndLambdasAreFollowed() {
    assertThat(graph.decidingFilesBetween("RingCommands.trigger", "OmRingRpc.echo")).as("by an interface")
        .contains("RingCommands");
    assertThat(graph.decidingFilesBetween("NodePlanner.statistics", "RocksDatabase.getLiveFilesMetaData"))
        .as("by a lambda").contains("LsmReader");
    assertThatIllegalArgumentException().as("backwards")
        .isThrownBy(() -> graph.decidingFilesBetween("RangeCompactor.compact", "TriggerSubcommand.run"));
    assertThat(graph.decidingFilesBetween("NodeCompaction.run", "RocksDB.compactRange"))
        .contains("NodeCompaction", "RangeSteps", "RangeCompactor").doesNotContain("TriggerSubcommand");
  }
}
