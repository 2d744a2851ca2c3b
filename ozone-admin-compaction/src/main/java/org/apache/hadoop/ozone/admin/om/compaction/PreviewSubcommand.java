// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction;

import java.io.IOException;
import org.apache.hadoop.ozone.om.compaction.client.CompactionException;
import org.apache.hadoop.ozone.om.compaction.client.Query;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.model.RangeList;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code preview}: what a job would compact, and what that costs. */
@Command(name = "preview",
    description = "Show the key ranges that a job would compact, best first, and what that costs")
class PreviewSubcommand extends RingSubcommand {
  @Option(names = "--node-id", paramLabel = "ID|all",
      description = "OMs to ask, comma separated, or all. Default: the leader")
  private String nodeId;

  @Mixin
  private TargetOptions.OfRanges targets;

  @Option(names = "--exact", description = "Scan SST files that buckets share, for exact counts instead of intervals")
  private boolean exact;

  @Option(names = "--show-skipped", description = "Show what is left out too, and why")
  private boolean showSkipped;

  @Mixin
  private PageOptions page;

  @Override
  void check() throws CompactionException {
    targets.check(surroundings().clock().instant());
    targets.query();
  }

  @Override
  int run(Ring ring) throws IOException {
    Query query = page.addTo(targets.query())
        .nodeId(nodeId)
        .with("exact", exact ? true : null)
        .with("showSkipped", showSkipped ? true : null);
    RangeList list = exact
        ? ExactReads.poll(() -> ring.ranges(query), RangeList::getFilesToScan, surroundings(), progress())
        : ring.ranges(query);
    print(list, rendering().ranges(list));
    if (exact && list.getFilesToScan() > 0) {
      err().println(list.getFilesToScan() + " SST files are not scanned yet; repeat the command to go on.");
    }
    nextPage(list.getNextKey());
    return report(list.getUnanswered());
  }
}
