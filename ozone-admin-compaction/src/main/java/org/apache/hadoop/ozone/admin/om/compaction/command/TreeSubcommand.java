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
    return page.addTo(targets().query(), lengthIfAbsent())
        .nodeId(CommaList.joined(nodeIds))
        .with("exact", exact ? true : null);
  }

  /** True if an option asks for counts, or selects rows by them. */
  final boolean counts() {
    return exact || targets().thresholds().getMinRatio() != null || targets().thresholds().getMinTombstones() != null;
  }

  /** The number of rows that the user asks for, or another one if none is given. */
  final int length(int ifAbsent) {
    return page.length(ifAbsent);
  }

  /** True if the user does not limit the number of rows. */
  final boolean isAnyLength() {
    return page.length(0) == 0;
  }

  /** True if the user does not ask for the rows behind a key. */
  final boolean isFirstPage() {
    return page.isFirst();
  }

  /** Reads once; with {@code --exact} repeats the read until all files are scanned. */
  final <T> T read(Polling.Poll<T> poll, Function<T, Unscanned> unscanned) throws IOException {
    return exact ? ExactReads.poll(poll, unscanned, surroundings(), progress()) : poll.get();
  }

  /** Prints how to see more rows, if there are more. */
  final void more(String nextKey, long shown, long total) {
    nextPage(nextKey);
    if (nextKey == null && page.isFirst() && shown < total) {
      hint("These are the first rows of each OM. To see more, name one OM with --node-id.");
    }
  }

  final void report(Unscanned unscanned) {
    report(unscanned, exact ? ExactReads.AGAIN : ExactReads.ADD_EXACT);
  }
}
