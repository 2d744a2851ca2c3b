// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.ozone.admin.om.compaction.option.TargetOptions;
import org.apache.hadoop.ozone.admin.om.compaction.render.Unscanned;
import org.apache.hadoop.ozone.admin.om.compaction.ring.Polling;
import org.apache.hadoop.ozone.om.compaction.client.Query;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.model.Bucket;
import org.apache.hadoop.ozone.om.compaction.model.BucketList;
import org.apache.hadoop.ozone.om.compaction.model.BucketSort;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code list}: which buckets' tombstones slow an OM down. */
@Command(name = "list",
    description = "List tombstones per bucket and table, worst first",
    footer = {
        "  ozone admin om compaction list --sort seek -l 5",
        "  ozone admin om compaction list --bucket /shop/orders --exact",
        "  ozone admin om compaction list --volume shop --min-tombstones 10k"
    })
class ListSubcommand extends TreeSubcommand {
  /** An OM takes up to a second for a list. */
  private static final Duration REDRAWN = Duration.ofSeconds(5);

  @Mixin
  private TargetOptions targets;

  @Option(names = "--search", paramLabel = "TEXT",
      description = "Only buckets that have this somewhere in /VOLUME/BUCKET, in capitals or not")
  private String search;

  @Option(names = "--sort", paramLabel = "ORDER",
      description = "One of ${COMPLETION-CANDIDATES}: RUN is the tombstones of the worst run and those in memory, SEEK"
          + " the measured seek (default: RUN)")
  private BucketSort sort;

  @Option(names = "--watch",
      description = "Show it again every five seconds on a terminal, until Ctrl-C; elsewhere it is shown once")
  private boolean watch;

  @Override
  TargetOptions targets() {
    return targets;
  }

  @Override
  int run(Ring ring) throws IOException {
    Query query = query().with("search", search).with("sort", sort);
    BucketList list = read(() -> ring.buckets(query), Unscanned::of);
    if (watch && canRedraw()) {
      list = new Polling(surroundings(), null).every(REDRAWN).until(list, () -> ring.buckets(query), look -> false,
          look -> redraw(rendering().buckets(look)));
    }
    print(list, Bucket.class, list.getBuckets(), rendering().buckets(list));
    report(Unscanned.of(list));
    more(list.getNextKey(), list.getBuckets().size(), list.getTotalCount());
    return report(list.getUnanswered());
  }
}
