// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.dist;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The ozone-site.xml of a ring of processes on loopback, an SCM and OMs at free ports, and the start of that SCM. */
public final class RingSite {
  public static final String SERVICE = "ring";

  private static final String SCM = "org.apache.hadoop.hdds.scm.server.StorageContainerManagerStarter";

  private final Map<String, String> settings = new TreeMap<>();

  /** @param scm where the SCM keeps its files */
  public RingSite(Path scm) {
    set("ozone.metadata.dirs", scm.toString());
    set("ozone.scm.names", "127.0.0.1");
    set("ozone.scm.ratis.port", String.valueOf(FreePorts.take()));
    set("ozone.scm.grpc.port", String.valueOf(FreePorts.take()));
    set("ozone.scm.ha.ratis.leader.election.timeout", "1s");
    // Each of ten threads would look every millisecond for what datanodes report.
    set("ozone.scm.event.ContainerReportOrIncrementalContainerReport.thread.pool.size", "1");
    for (String address : List.of("block.client.address", "client.address", "datanode.address", "http-address")) {
      set("ozone.scm." + address, FreePorts.address());
    }
    set("ozone.om.service.ids", SERVICE);
    set("ozone.om.s3.grpc.server_enabled", "false");
  }

  /** Any key; the value that it had is gone. */
  public RingSite set(String key, String value) {
    settings.put(key, value);
    return this;
  }

  /** Gives OMs their ports, whether they belong to the ring yet or not. */
  public RingSite ports(List<String> nodes) {
    for (String node : nodes) {
      set("ozone.om.http-address." + SERVICE + '.' + node, FreePorts.address());
      set("ozone.om.address." + SERVICE + '.' + node, FreePorts.address());
      set("ozone.om.ratis.port." + SERVICE + '.' + node, String.valueOf(FreePorts.take()));
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

  /** Writes it where the processes of a home read it. */
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
    return ServerProcess.start(home, "scm", settings.get("ozone.scm.http-address"), java)
        .await("/", page -> page.statusCode() == 200);
  }
}
