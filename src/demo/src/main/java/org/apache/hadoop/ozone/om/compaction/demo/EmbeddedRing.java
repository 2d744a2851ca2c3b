// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.demo;

import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.hdds.HddsConfigKeys;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.hdds.scm.ScmConfigKeys;
import org.apache.hadoop.hdds.scm.ScmUtils;
import org.apache.hadoop.ozone.MiniOzoneHAClusterImpl;
import org.apache.hadoop.ozone.client.OzoneClient;
import org.apache.hadoop.ozone.client.OzoneClientFactory;
import org.apache.hadoop.ozone.om.OMConfigKeys;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.CompactionAddOn;
import org.apache.hadoop.security.authentication.client.AuthenticationException;
import org.apache.hadoop.util.ExitUtil;
import org.apache.ratis.util.ExitUtils;
import org.awaitility.Awaitility;

/**
 * A ring of stock OMs with an SCM in this JVM: real RPC, HTTP, Ratis and RocksDB, no datanodes. Each OM has the add-on
 * unless the builder says otherwise. To start an OM again makes a new {@link OzoneManager} over the same directory, as
 * a new process would; so do not keep an OM but ask for it each time.
 */
public final class EmbeddedRing implements AutoCloseable {
  private static final Duration ELECTION_TIMEOUT = Duration.ofMinutes(2);

  private final MiniOzoneHAClusterImpl cluster;
  private final String serviceId;
  private final Set<String> withoutAddOn;
  private final Map<String, OzoneManager> oms = new LinkedHashMap<>();
  /** Each node's ozone-site.xml, without the settings that the add-on adds. */
  private final Map<String, OzoneConfiguration> stockConfs = new LinkedHashMap<>();
  private final Map<String, CompactionAddOn> addOns = new LinkedHashMap<>();
  private final ProcessUsers users;

  private EmbeddedRing(MiniOzoneHAClusterImpl cluster, String serviceId, Set<String> withoutAddOn,
      ProcessUsers users) {
    this.cluster = cluster;
    this.serviceId = serviceId;
    this.withoutAddOn = new HashSet<>(withoutAddOn);
    this.users = users;
  }

  /** @param directory for the files of all nodes; created if absent */
  public static Builder builder(Path directory) {
    return new Builder(directory.toAbsolutePath());
  }

  /** The configuration of a client, with the addresses of all nodes. */
  public OzoneConfiguration conf() {
    return cluster.getConf();
  }

  /**
   * The page with the metrics of all OMs, which are the process' own: Hadoop shows them on the page of the server that
   * came up first, and those of the others stay without.
   */
  URI metrics() {
    return URI.create("http://" + conf().get(ScmConfigKeys.OZONE_SCM_HTTP_ADDRESS_KEY) + "/prom");
  }

  /** @return null if OM runs without a service id */
  public String serviceId() {
    return serviceId;
  }

  /** All node ids, running or not. */
  public List<String> nodeIds() {
    return List.copyOf(oms.keySet());
  }

  /** The OM as it was started last; it may have been stopped. */
  public OzoneManager om(String nodeId) {
    return oms.get(nodeId);
  }

  /** The OMs that run. */
  public List<OzoneManager> running() {
    return oms.values().stream().filter(OzoneManager::isRunning).toList();
  }

  /** Whether the OM was last started with the add-on. */
  public boolean hasAddOn(String nodeId) {
    return !withoutAddOn.contains(nodeId);
  }

  /** Waits until exactly one OM is a leader that is ready to serve. */
  public OzoneManager leader() {
    return Awaitility.await("a leader").atMost(ELECTION_TIMEOUT).until(() -> {
      List<OzoneManager> leaders = running().stream().filter(OzoneManager::isLeaderReady).toList();
      return leaders.size() == 1 ? leaders.get(0) : null;
    }, leader -> leader != null);
  }

  /** Running OMs that do not lead, in the order of their ids. */
  public List<OzoneManager> followers() {
    OzoneManager leader = leader();
    return running().stream().filter(om -> om != leader).toList();
  }

  /**
   * Waits until every running OM has in its om.db what the ring has committed by now. A client has its answer as soon
   * as the leader has applied a request; followers hear of the commit with a later message, up to half an election
   * timeout later.
   */
  public void awaitApplied() {
    long committed = leader().getOmRatisServer().getServerDivision().getRaftLog().getLastCommittedIndex();
    Awaitility.await("entry " + committed + " in every om.db").atMost(ELECTION_TIMEOUT)
        .pollInterval(Duration.ofMillis(20)).until(() -> running().stream()
            .allMatch(om -> om.getOmRatisServer().getLastAppliedTermIndex().getIndex() >= committed));
  }

  /** Transfers leadership and waits until the node leads. */
  public void transferLeadership(String nodeId) throws IOException {
    leader().transferLeadership(nodeId);
    Awaitility.await("leadership of " + nodeId).atMost(ELECTION_TIMEOUT)
        .until(() -> leader() == om(nodeId));
  }

  /** Stops one OM in an orderly way; the others continue. */
  public void stop(String nodeId) {
    CompactionAddOn addOn = addOns.remove(nodeId);
    if (addOn != null) {
      addOn.close();
    }
    // Not joined, as that would hang if the OM was installing a checkpoint: it has two RPC servers then, and joins the
    // wrong one.
    oms.get(nodeId).stop();
  }

  /** Starts an OM that was stopped. */
  public void start(String nodeId) throws IOException, AuthenticationException {
    withoutAddOn.remove(nodeId);
    relaunch(nodeId);
  }

  /** Starts a stopped OM without the add-on, as after its removal or before its installation. */
  public void startWithoutAddOn(String nodeId) throws IOException, AuthenticationException {
    withoutAddOn.add(nodeId);
    relaunch(nodeId);
  }

  /** Stops and starts one OM. */
  public void restart(String nodeId) throws IOException, AuthenticationException {
    stop(nodeId);
    start(nodeId);
  }

  /** Restarts one OM with other settings, which it keeps. */
  public void restart(String nodeId, Map<String, String> settings) throws IOException, AuthenticationException {
    settings.forEach(stockConfs.get(nodeId)::set);
    restart(nodeId);
  }

  /** Changes a setting of running OMs, as {@code ozone admin reconfig} does. They keep it after a restart. */
  public void reconfigure(String key, String value) throws ReconfigurationException {
    stockConfs.values().forEach(conf -> conf.set(key, value));
    for (OzoneManager om : running()) {
      if (hasAddOn(om.getOMNodeId())) {
        om.getReconfigurationHandler().reconfigureProperty(key, value);
      }
    }
  }

  /** @return a new client of the ring, to be closed by the caller */
  public OzoneClient newClient() throws IOException {
    return serviceId == null
        ? OzoneClientFactory.getRpcClient(conf()) : OzoneClientFactory.getRpcClient(serviceId, conf());
  }

  /**
   * Writes the configuration for a client in another process.
   *
   * @param site the ozone-site.xml to write; its folder is created
   */
  public void writeSite(Path site) throws IOException {
    Files.createDirectories(Objects.requireNonNull(site.getParent(), "site"));
    OzoneConfiguration defaults = new OzoneConfiguration();
    Configuration own = new Configuration(false);
    for (Map.Entry<String, String> entry : conf()) {
      if (!entry.getValue().equals(defaults.getRaw(entry.getKey()))) {
        own.set(entry.getKey(), entry.getValue());
      }
    }
    try (Writer out = Files.newBufferedWriter(site)) {
      own.writeXml(out);
    }
  }

  @Override
  public void close() {
    for (String nodeId : nodeIds()) {
      stop(nodeId);
    }
    cluster.shutdown();
  }

  private void launch() throws IOException, AuthenticationException {
    List<OzoneManager> created = new ArrayList<>(cluster.getOzoneManagersList());
    created.sort((a, b) -> a.getOMNodeId().compareTo(b.getOMNodeId()));
    for (OzoneManager om : created) {
      stockConfs.put(om.getOMNodeId(), new OzoneConfiguration(om.getConfiguration()));
      configure(om.getOMNodeId(), om.getConfiguration());
      launch(om.getOMNodeId(), om);
    }
    for (Map.Entry<String, OzoneConfiguration> node : users.configure(conf(), serviceId).entrySet()) {
      stockConfs.put(node.getKey(), new OzoneConfiguration(node.getValue()));
      users.run(node.getKey(), () -> OzoneManager.omInit(node.getValue()));
      relaunch(node.getKey());
    }
  }

  private void relaunch(String nodeId) throws IOException, AuthenticationException {
    users.run(nodeId, () -> {
      OzoneConfiguration conf = new OzoneConfiguration(stockConfs.get(nodeId));
      configure(nodeId, conf);
      launch(nodeId, OzoneManager.createOm(conf));
      return nodeId;
    });
  }

  private void launch(String nodeId, OzoneManager om) throws IOException {
    oms.put(nodeId, om);
    if (hasAddOn(nodeId)) {
      addOns.put(nodeId, CompactionAddOn.install(om));
    }
    om.start();
  }

  private void configure(String nodeId, OzoneConfiguration conf) {
    if (hasAddOn(nodeId)) {
      CompactionAddOn.configure(conf);
    }
  }

  /** Configures a ring. */
  public static final class Builder {
    private final OzoneConfiguration conf = new OzoneConfiguration();
    private final Path directory;
    private final Set<String> withoutAddOn = new HashSet<>();
    private int oms = 3;
    private String serviceId = "om-service";
    private ProcessUsers users = ProcessUsers.NONE;

    private Builder(Path directory) {
      this.directory = directory;
      // All OMs share a host, but this port cannot be configured for each node.
      conf.setBoolean(OMConfigKeys.OZONE_OM_S3_GPRC_SERVER_ENABLED, false);
      conf.setInt(OMConfigKeys.OZONE_OM_HANDLER_COUNT_KEY, 16);
      // By default, each of ten threads of SCM, and of Recon, polls every millisecond for reports of datanodes.
      conf.setInt(ScmUtils.getContainerReportConfPrefix() + ".thread.pool.size", 1);
    }

    /** The number of OMs; 3 by default. */
    public Builder oms(int count) {
      oms = count;
      return this;
    }

    /** Makes a single OM that is configured without HA: no service id, no node ids. */
    public Builder plainSingleOm() {
      oms = 1;
      serviceId = null;
      return this;
    }

    /** Runs a node without the add-on. Node ids are omNode-1, omNode-2 and so on. */
    public Builder withoutAddOn(String nodeId) {
      withoutAddOn.add(nodeId);
      return this;
    }

    /** Sets any key of ozone-site.xml. */
    public Builder set(String key, String value) {
      conf.set(key, value);
      return this;
    }

    /**
     * Makes a secure ring: SCM with its certificate authority, and every process under a Kerberos principal of its own.
     * The caller sets all required keys except OM's principal.
     */
    public Builder secure(ProcessUsers processUsers) {
      users = processUsers;
      return this;
    }

    /** Starts everything and waits for a leader. */
    public EmbeddedRing start() throws IOException {
      Files.createDirectories(directory);
      System.setProperty("test.build.data", directory.toString());
      // Otherwise a failing node would end the JVM with the whole ring.
      ExitUtil.disableSystemExit();
      ExitUtils.disableSystemExit();
      PortBlock.useInThisJvm();
      guard();
      UnstartedOms builder = new UnstartedOms(conf);
      builder.setOMServiceId(serviceId);
      builder.setNumOfOzoneManagers(oms);
      builder.setNumOfActiveOMs(0);
      builder.withoutDatanodes();
      if (users != ProcessUsers.NONE) {
        // Without a service id, the mini cluster does not start the certificate authority.
        builder.setSCMServiceId("scm-service");
        // The OMs are started here, as the mini cluster would start them all as the same user.
        builder.setNumOfOzoneManagers(0);
      }
      EmbeddedRing ring;
      try {
        ring = new EmbeddedRing(users.run(ProcessUsers.SCM, builder::build), serviceId, withoutAddOn, users);
        ring.launch();
      } catch (AuthenticationException e) {
        throw new IOException(e);
      }
      ring.leader();
      return ring;
    }

    /** Prepares the guard for all OMs, as the cluster opens their databases before the add-on can configure them. */
    private void guard() {
      OzoneConfiguration ofAll = new OzoneConfiguration(conf);
      ofAll.set(HddsConfigKeys.OZONE_METADATA_DIRS, directory.toString());
      CompactionAddOn.configure(ofAll);
    }
  }

  /** Creates OMs without starting them, so that the add-on can be installed into them. */
  private static final class UnstartedOms extends MiniOzoneHAClusterImpl.Builder {
    private UnstartedOms(OzoneConfiguration conf) {
      super(conf);
    }

    @Override
    protected OzoneManager createAndStartSingleOM() throws AuthenticationException, IOException {
      return createOM();
    }
  }
}
