// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.ozone.admin.om.compaction.option.Output;
import org.apache.hadoop.ozone.admin.om.compaction.option.TargetOptions;
import org.apache.hadoop.ozone.admin.om.compaction.render.Unscanned;
import org.apache.hadoop.ozone.admin.om.compaction.ring.Polling;
import org.apache.hadoop.ozone.om.compaction.client.Query;
import org.apache.hadoop.ozone.om.compaction.client.TreeReads;
import org.apache.hadoop.ozone.om.compaction.model.Bucket;
import org.apache.hadoop.ozone.om.compaction.model.BucketList;
import org.apache.hadoop.ozone.om.compaction.model.BucketSort;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code list}: shows buckets whose keys are slow to list, or the tombstones per bucket and table. */
@Command(name = "list",
    description = "Show where lists are slow, why, and the command that mends it; or tombstones per bucket and table",
    footer = {
        "  ozone admin om compaction list",
        "  ozone admin om compaction list --all",
        "  ozone admin om compaction list --bucket /shop/orders --exact",
        "  ozone admin om compaction list --volume shop --min-tombstones 10k",
        "  ozone admin om compaction list --db /data/copy/om.db"
    })
class ListSubcommand extends TreeSubcommand {
  /** Interval of {@code --watch}. */
  private static final Duration REDRAWN = Duration.ofSeconds(5);

  @Mixin
  private TargetOptions targets;

  @Option(names = "--search", paramLabel = "TEXT",
      description = "Only buckets that have this somewhere in /VOLUME/BUCKET, in capitals or not")
  private String search;

  @Option(names = "--sort", paramLabel = "ORDER",
      description = "One of ${COMPLETION-CANDIDATES}: SEEK is slow lists first, then by RUN, the tombstones in a row"
          + " and those in memory (default: SEEK)")
  private BucketSort sort;

  @Option(names = "--all",
      description = "Show all rows, not only those where a list is slow, that is waits for 5 ms or longer (or as"
          + " ozone.om.range.compaction.service.hurting.seek says). Implied by options that choose or sort rows")
  private boolean all;

  @Option(names = "--watch",
      description = "Show it again every five seconds on a terminal, until Ctrl-C; elsewhere it is shown once")
  private boolean watch;

  @Override
  TargetOptions targets() {
    return targets;
  }

  @Override
  int answer(TreeReads trees) throws IOException {
    Query query = query().with("search", search).with("sort", sort);
    BucketList list = read(() -> trees.buckets(query), Unscanned::of);
    if (watch && canRedraw()) {
      list = new Polling(surroundings(), null).every(REDRAWN).until(list, () -> trees.buckets(query), look -> false,
          look -> redraw(text(look)));
    }
    print(list, Bucket.class, list.getBuckets(), text(list));
    if (!showsAllRows()) {
      out().print(rendering().otherNodes(trees.others(query), this::command));
      out().flush();
    }
    if (list.getBuckets().stream().anyMatch(row -> row.getWhy() != null)) {
      hintTrigger();
    }
    report(Unscanned.of(list));
    if (showsAllRows()) {
      more(list.getNextKey(), list.getBuckets().size(), list.getTotalCount());
    }
    return report(list.getUnanswered());
  }

  private String text(BucketList list) {
    return showsAllRows() ? rendering().buckets(list) : rendering().slowBuckets(list, this::command);
  }

  private boolean showsAllRows() {
    return output() != Output.TEXT || all || search != null || sort != null || choosesRows();
  }
}
