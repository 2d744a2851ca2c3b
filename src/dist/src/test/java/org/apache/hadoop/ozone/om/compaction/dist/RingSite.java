// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.dist;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.ozone.om.compaction.demo.PortBlock;

/** The ozone-site.xml of a ring of processes on loopback, an SCM and OMs at free ports; starts the SCM. */
public final class RingSite {
  public static final String SERVICE = "ring";

  private static final String SCM = "org.apache.hadoop.hdds.scm.server.StorageContainerManagerStarter";

  private final Map<String, String> settings = new TreeMap<>();

  /** @param scm folder of the SCM */
  public RingSite(Path scm) {
    set("ozone.metadata.dirs", scm.toString());
    set("ozone.scm.names", "127.0.0.1");
    set("ozone.scm.ratis.port", String.valueOf(PortBlock.nextPort()));
    set("ozone.scm.grpc.port", String.valueOf(PortBlock.nextPort()));
    set("ozone.scm.ha.ratis.leader.election.timeout", "1s");
    // Each of ten threads would poll every millisecond for reports of datanodes.
    set("ozone.scm.event.ContainerReportOrIncrementalContainerReport.thread.pool.size", "1");
    for (String address : List.of("block.client.address", "client.address", "datanode.address", "http-address")) {
      set("ozone.scm." + address, PortBlock.nextAddress());
    }
    set("ozone.om.service.ids", SERVICE);
    set("ozone.om.s3.grpc.server_enabled", "false");
  }

  /** Sets or replaces any key. */
  public RingSite set(String key, String value) {
    settings.put(key, value);
    return this;
  }

  /** Assigns ports to OMs, whether they belong to the ring yet or not. */
  public RingSite ports(List<String> nodes) {
    for (String node : nodes) {
      set("ozone.om.http-address." + SERVICE + '.' + node, PortBlock.nextAddress());
      set("ozone.om.address." + SERVICE + '.' + node, PortBlock.nextAddress());
      set("ozone.om.ratis.port." + SERVICE + '.' + node, String.valueOf(PortBlock.nextPort()));
    }
    return this;
  }

  /** The OMs that belong to the ring. */
  public RingSite ring(List<String> nodes) {
    return set("ozone.om.nodes." + SERVICE, String.join(",", nodes));
  }

  /** Host and port of an OM's HTTP server. */
  public String http(String node) {
    return settings.get("ozone.om.http-address." + SERVICE + '.' + node);
  }

  public Map<String, String> settings() {
    return Map.copyOf(settings);
  }

  /** Writes it to the configuration folder of a home. */
  public void write(Path home) throws IOException {
    StockHome.writeSite(home, settings);
  }

  /** Initialises an SCM and starts it. */
  public ServerProcess startScm(Path home) throws IOException {
    List<String> java = Stock.SCM.java(home, SCM);
    List<String> init = new ArrayList<>(java);
    init.add("--init");
    Shell.Result initialised = Shell.run(home, Map.of("HOME", home.toString()), init);
    if (initialised.exitCode() != 0) {
      throw new IllegalStateException(initialised.out() + initialised.err());
    }
    return startScm(home, Stock.SCM);
  }

  /** Starts an SCM that was initialised before, of this Ozone or of the other. */
  public ServerProcess startScm(Path home, Stock scm) throws IOException {
    return ServerProcess.start(home, "scm", settings.get("ozone.scm.http-address"), scm.java(home, SCM))
        .await("/", page -> page.statusCode() == 200);
  }
}
