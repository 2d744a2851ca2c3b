// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.hdds.protocol.proto.HddsProtos.NodeType;
import org.apache.hadoop.ozone.om.compaction.model.NodeRoleJson;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionEnvelope;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Answer;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.rpc.RingRpc;
import org.apache.hadoop.ozone.om.helpers.ServiceInfo;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.OMRoleInfo;
import org.apache.hadoop.security.UserGroupInformation;

/** A ring of {@link FakeOm}s: om1, om2, om3, where om3 leads unless told otherwise. */
public final class FakeRing implements RingRpc {
  public static final String SERVICE = "ring1";

  private final Map<String, FakeOm> oms = new LinkedHashMap<>();
  private final List<Command> commands = new ArrayList<>();
  private String leader = "om3";
  private String nextLeader;
  private Answer answer = Answer.getDefaultInstance();
  private boolean stock;
  private IOException failure;

  public FakeRing() {
    for (String node : List.of("om1", "om2", "om3")) {
      oms.put(node, new FakeOm());
    }
  }

  public FakeOm om(String node) {
    return oms.get(node);
  }

  /** Null: no leader. */
  public void lead(String node) {
    leader = node;
  }

  /** The lookup after the next one, and all later ones, find another leader. */
  public void leadAfterNextLookup(String node) {
    nextLeader = node;
  }

  public void answer(Answer toCommands) {
    answer = toCommands;
  }

  /** The leader echoes as an OM without the add-on does. */
  public void answerAsStock() {
    stock = true;
  }

  public void refuse(IOException refusal) {
    failure = refusal;
  }

  public List<Command> commands() {
    return commands;
  }

  public OzoneConfiguration conf() {
    OzoneConfiguration conf = new OzoneConfiguration();
    conf.set("ozone.om.service.ids", SERVICE);
    conf.set("ozone.om.nodes." + SERVICE, String.join(",", oms.keySet()));
    oms.forEach((node, om) -> {
      conf.set("ozone.om.address." + SERVICE + "." + node, "127.0.0.1:1");
      conf.set("ozone.om.http-address." + SERVICE + "." + node, "127.0.0.1:" + om.port());
    });
    return conf;
  }

  /** Every OM answers with the add-on, as it is at the start. */
  void answerNodes() {
    oms.forEach((node, om) -> om.answer("/nodes",
        SampleModels.self(node, node.equals(leader) ? NodeRoleJson.LEADER : NodeRoleJson.FOLLOWER)));
  }

  public Ring connect() throws IOException {
    return Ring.over(this, conf(), UserGroupInformation.getCurrentUser(), null);
  }

  @Override
  public byte[] echo(byte[] payload) throws IOException {
    commands.add(Command.parseFrom(CompactionEnvelope.unwrap(payload).orElseThrow()));
    if (failure != null) {
      throw failure;
    }
    return stock ? new byte[0] : CompactionEnvelope.wrap(answer);
  }

  @Override
  public List<ServiceInfo> services() throws IOException {
    if (leader == null) {
      throw new IOException("Could not determine or connect to OM Leader.");
    }
    String now = leader;
    leader = nextLeader == null ? leader : nextLeader;
    List<ServiceInfo> services = new ArrayList<>();
    services.add(ServiceInfo.newBuilder().setNodeType(NodeType.SCM).setHostname("scm").build());
    for (String node : oms.keySet()) {
      services.add(ServiceInfo.newBuilder().setNodeType(NodeType.OM).setHostname("127.0.0.1")
          .setOmRoleInfo(OMRoleInfo.newBuilder().setNodeId(node)
              .setServerRole(node.equals(now) ? "LEADER" : "FOLLOWER").build())
          .build());
    }
    return services;
  }

  @Override
  public void close() {
    oms.values().forEach(FakeOm::close);
  }
}
