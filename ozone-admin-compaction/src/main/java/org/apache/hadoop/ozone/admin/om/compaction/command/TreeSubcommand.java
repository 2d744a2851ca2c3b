// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.ozone.admin.om.compaction.option.CommaList;
import org.apache.hadoop.ozone.admin.om.compaction.option.PageOptions;
import org.apache.hadoop.ozone.admin.om.compaction.option.TargetOptions;
import org.apache.hadoop.ozone.admin.om.compaction.render.Unscanned;
import org.apache.hadoop.ozone.admin.om.compaction.ring.ExactReads;
import org.apache.hadoop.ozone.admin.om.compaction.ring.Polling;
import org.apache.hadoop.ozone.om.compaction.client.JobRequestCheck;
import org.apache.hadoop.ozone.om.compaction.client.Query;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Base of {@code list} and {@code preview}, which read the LSM trees of one or several OMs, or of a database. */
abstract class TreeSubcommand extends DatabaseSubcommand {
  @Option(names = "--node-id", paramLabel = "ID|all",
      description = "OMs to ask, comma separated, or all. Default: the leader")
  private List<String> nodeIds = new ArrayList<>();

  @Option(names = "--exact",
      description = "Scan SST files with tombstones that buckets share, for exact counts of tombstones instead of"
          + " intervals. They are read in the background, at a bounded rate; waits for it, up to ten minutes")
  private boolean exact;

  @Option(names = "--probe", negatable = true,
      description = "Measure how long a seek takes, within a bound, for each row shown; or for none, which is the"
          + " quickest. Default: for the worst rows")
  private Boolean probe;

  @Mixin
  private PageOptions page;

  abstract TargetOptions targets();

  @Override
  final void check() throws RefusedException {
    super.check();
    JobRequestCheck.checkPlan(targets().targets(), targets().thresholds(), CommaList.items(nodeIds));
  }

  /** The query that the options describe. */
  final Query query() throws RefusedException {
    return page.addTo(targets().query())
        .nodeId(CommaList.joined(nodeIds))
        .with("exact", exact ? true : null)
        .with("probe", probe);
  }

  /**
   * True if an option selects rows or changes how rows are measured. The {@code list} command then shows all rows, not
   * only slow ones.
   */
  final boolean choosesRows() {
    return exact || probe != null || !page.isFirst() || targets().areNamed();
  }

  /** Reads once; with {@code --exact} repeats the read until all files are scanned. */
  final <T> T read(Polling.Poll<T> poll, Function<T, Unscanned> unscanned) throws IOException {
    return exact ? ExactReads.poll(poll, unscanned, surroundings(), progress()) : poll.get();
  }

  /** Prints how to see more rows, if there are more. */
  final void more(String nextKey, int shown, long total) {
    nextPage(nextKey);
    if (nextKey == null && page.isFirst() && shown < total) {
      hint("These are the first rows of each OM. To see more, name one OM with --node-id.");
    }
  }

  final void report(Unscanned unscanned) {
    report(unscanned, exact ? ExactReads.AGAIN : ExactReads.ADD_EXACT);
  }
}
