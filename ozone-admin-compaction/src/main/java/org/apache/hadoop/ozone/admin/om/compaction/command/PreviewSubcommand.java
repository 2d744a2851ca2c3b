// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import java.io.IOException;
import org.apache.hadoop.ozone.admin.om.compaction.option.TargetOptions;
import org.apache.hadoop.ozone.admin.om.compaction.render.Unscanned;
import org.apache.hadoop.ozone.om.compaction.client.Query;
import org.apache.hadoop.ozone.om.compaction.client.TreeReads;
import org.apache.hadoop.ozone.om.compaction.model.RangeJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeListJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeSortJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code preview}: shows the ranges that a job would compact, and their cost. */
@Command(name = "preview",
    description = "Show the key ranges that a job would compact, best first, and what that costs",
    footer = {
        "  ozone admin om compaction preview --slow",
        "  ozone admin om compaction preview --bucket /shop/orders",
        "  ozone admin om compaction preview --min-ratio 50%% --top 10 --show-skipped",
        "  ozone admin om compaction preview --cf keyTable --key-range '/shop/orders/a../shop/orders/m'"
    })
class PreviewSubcommand extends TreeSubcommand {
  @Mixin
  private TargetOptions.OfJob targets;

  @Option(names = "--sort", paramLabel = "ORDER",
      description = "One of ${COMPLETION-CANDIDATES}; RANK is the order in which a job compacts (default: RANK)")
  private RangeSortJson sort;

  @Option(names = "--show-skipped", description = "Show what is left out too, and why")
  private boolean showSkipped;

  @Override
  TargetOptions targets() {
    return targets;
  }

  @Override
  int answer(TreeReads trees) throws IOException {
    Query query = query().with("sort", sort).with("showSkipped", showSkipped ? true : null);
    RangeListJson list = read(() -> trees.ranges(query), Unscanned::of);
    print(list, RangeJson.class, list.getRanges(), rendering().ranges(list));
    if (!list.getRanges().isEmpty()) {
      hintTrigger();
    } else if (!showSkipped) {
      hint("Add --show-skipped to see what is left out, and why.");
    }
    list.getJobsInTheWay().forEach(job -> say(DryRunOptions.isOpen(job)));
    report(Unscanned.of(list));
    more(list.getNextKey(), list.getRanges().size(), list.getTotalCount());
    return report(list.getUnanswered());
  }
}
