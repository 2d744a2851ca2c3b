// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction;

import java.io.IOException;
import org.apache.hadoop.ozone.om.compaction.client.CompactionException;
import org.apache.hadoop.ozone.om.compaction.client.Query;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.model.BucketList;
import org.apache.hadoop.ozone.om.compaction.model.BucketSort;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code list}: which buckets' tombstones slow an OM down. */
@Command(name = "list", description = "List tombstones per bucket and table, worst first")
class ListSubcommand extends RingSubcommand {
  @Option(names = "--node-id", paramLabel = "ID|all",
      description = "OMs to ask, comma separated, or all. Default: the leader")
  private String nodeId;

  @Mixin
  private TargetOptions targets;

  @Option(names = "--sort", paramLabel = "ORDER",
      description = "One of ${COMPLETION-CANDIDATES} (default: TOMBSTONES)")
  private BucketSort sort;

  @Option(names = "--exact", description = "Scan SST files that buckets share, for exact counts instead of intervals")
  private boolean exact;

  @Option(names = "--probe", description = "Measure how long a seek to each bucket shown takes, within a bound")
  private boolean probe;

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
        .with("sort", sort)
        .with("exact", exact ? true : null)
        .with("probe", probe ? true : null);
    BucketList list = exact
        ? ExactReads.poll(() -> ring.buckets(query), BucketList::getFilesToScan, surroundings(), progress())
        : ring.buckets(query);
    print(list, rendering().buckets(list));
    if (exact && list.getFilesToScan() > 0) {
      err().println(list.getFilesToScan() + " SST files are not scanned yet; repeat the command to go on.");
    }
    nextPage(list.getNextKey());
    return report(list.getUnanswered());
  }
}
