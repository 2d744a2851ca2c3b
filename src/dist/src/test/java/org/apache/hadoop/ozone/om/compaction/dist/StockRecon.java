// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.dist;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.demo.PortBlock;

/** Recon's own main class in its own process, on the launcher's classpath. No OM or SCM is running. */
final class StockRecon {
  private StockRecon() {
  }

  static ServerProcess start(Path home) throws IOException {
    String http = PortBlock.nextAddress();
    String metadata = home.resolve("metadata").toString();
    StockHome.writeSite(home, Map.of(
        "ozone.metadata.dirs", metadata,
        "ozone.recon.db.dir", metadata,
        "ozone.recon.http-address", http,
        "ozone.recon.address", PortBlock.nextAddress(),
        "ozone.recon.datanode.address", PortBlock.nextAddress(),
        "ozone.om.address", "127.0.0.1:1",
        "ozone.om.http-address", "127.0.0.1:1",
        "ozone.scm.event.ContainerReportOrIncrementalContainerReport.thread.pool.size", "1",
        "ozone.scm.names", "127.0.0.1",
        "ozone.scm.client.address", "127.0.0.1:1"));
    return ServerProcess.start(home, "recon", http,
        Stock.RECON.java(home, "org.apache.hadoop.ozone.recon.ReconServer"))
        .await("/index.html", page -> page.statusCode() == 200);
  }
}
