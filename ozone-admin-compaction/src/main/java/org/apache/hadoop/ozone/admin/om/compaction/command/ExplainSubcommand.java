// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.ozone.admin.om.compaction.option.CommaList;
import org.apache.hadoop.ozone.om.compaction.client.JobRequestCheck;
import org.apache.hadoop.ozone.om.compaction.client.Query;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.TargetsJson;
import org.apache.hadoop.ozone.om.compaction.model.ThresholdsJson;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code explain}: shows why the automatic service would compact a bucket, or why not. */
@Command(name = "explain",
    description = "Show for each OM why the automatic service would compact a bucket, or would not, on or off",
    footer = {
        "  ozone admin om compaction explain /shop/orders",
        "  ozone admin om compaction explain /shop/orders --node-id om1"
    })
class ExplainSubcommand extends RingSubcommand {
  @Parameters(paramLabel = "/VOLUME/BUCKET", description = "The bucket")
  private String bucket;

  @Option(names = "--node-id", paramLabel = "ID|all", description = "OMs to ask, comma separated, or all. Default: all")
  private List<String> nodeIds = new ArrayList<>();

  @Override
  void check() throws RefusedException {
    super.check();
    JobRequestCheck.checkPlan(new TargetsJson().addBucketsItem(bucket), new ThresholdsJson(), CommaList.items(nodeIds));
  }

  @Override
  int run(Ring ring) throws IOException {
    return show(ring.service(new Query().bucket(bucket)
        .nodeId(nodeIds.isEmpty() ? QueryRules.ALL_NODES : CommaList.joined(nodeIds))));
  }
}
