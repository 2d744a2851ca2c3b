// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client.members;

import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import org.apache.hadoop.hdds.HddsUtils;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.hdds.protocol.proto.HddsProtos.NodeType;
import org.apache.hadoop.ozone.OmUtils;
import org.apache.hadoop.ozone.OzoneConfigKeys;
import org.apache.hadoop.ozone.OzoneConsts;
import org.apache.hadoop.ozone.ha.ConfUtils;
import org.apache.hadoop.ozone.om.OMConfigKeys;
import org.apache.hadoop.ozone.om.compaction.client.transport.RingNode;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.NodeRoleJson;
import org.apache.hadoop.ozone.om.helpers.ServiceInfo;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.ServicePort;

/**
 * Finds the OMs of a ring and their addresses. The leader lists only its own HTTP port, so the other ports come from
 * the configuration.
 */
public final class RingAddresses {
  private static final String HTTPS_ONLY = "HTTPS_ONLY";
  private static final String WILDCARD = "0.0.0.0";

  private final OzoneConfiguration conf;
  private final String serviceId;
  private final boolean https;

  /** @param serviceId null if the ring is configured without one */
  public RingAddresses(OzoneConfiguration conf, String serviceId) {
    this.conf = conf;
    this.serviceId = serviceId;
    this.https = HTTPS_ONLY.equals(conf.get(OzoneConfigKeys.OZONE_HTTP_POLICY_KEY,
        OzoneConfigKeys.OZONE_HTTP_POLICY_DEFAULT));
  }

  /**
   * Returns the service id of the ring; null if the ring is configured without an id.
   *
   * @param asked the id that the user gives; null for the only configured ring
   * @throws RefusedException BAD_REQUEST if the configuration does not determine the ring
   */
  public static String serviceId(OzoneConfiguration conf, String asked) throws RefusedException {
    Collection<String> known = conf.getTrimmedStringCollection(OMConfigKeys.OZONE_OM_SERVICE_IDS_KEY);
    if (asked != null && !asked.isEmpty()) {
      if (!known.contains(asked)) {
        throw RefusedException.ofParameter("serviceId", "No OM service '" + asked + "' is configured; "
            + OMConfigKeys.OZONE_OM_SERVICE_IDS_KEY + " holds " + known + ".");
      }
      return asked;
    }
    if (known.size() > 1) {
      throw RefusedException.ofParameter("serviceId", "Several OM services are configured: "
          + String.join(", ", known) + "; say which one.");
    }
    return known.isEmpty() ? null : known.iterator().next();
  }

  /** Returns the OMs among the services that the leader lists, sorted by node id. */
  List<RingNode> members(List<ServiceInfo> services) {
    List<RingNode> nodes = new ArrayList<>();
    for (ServiceInfo service : services) {
      if (service.getNodeType() == NodeType.OM && service.getOmRoleInfo() != null) {
        String nodeId = service.getOmRoleInfo().getNodeId();
        Integer port = service.getPorts().get(https ? ServicePort.Type.HTTPS : ServicePort.Type.HTTP);
        nodes.add(new RingNode(nodeId, service.getHostname(), role(service.getOmRoleInfo().getServerRole()),
            http(nodeId, service.getHostname(), port == null ? OptionalInt.empty() : OptionalInt.of(port))));
      }
    }
    nodes.sort(Comparator.comparing(RingNode::getNodeId));
    return nodes;
  }

  /** Returns the OMs in the configuration, with unknown roles, sorted by node id. */
  List<RingNode> configured() {
    List<RingNode> nodes = new ArrayList<>();
    Collection<String> configured = OmUtils.getActiveOMNodeIds(conf, serviceId);
    for (String nodeId : OmUtils.emptyAsSingletonNull(configured)) {
      String host = HddsUtils.getHostName(
          OmUtils.getOmRpcAddress(conf, key(OMConfigKeys.OZONE_OM_ADDRESS_KEY, nodeId))).orElse(null);
      String name = nodeId == null ? OzoneConsts.OM_DEFAULT_NODE_ID : nodeId;
      nodes.add(new RingNode(name, host, NodeRoleJson.UNKNOWN, http(nodeId, host, OptionalInt.empty())));
    }
    nodes.sort(Comparator.comparing(RingNode::getNodeId));
    return nodes;
  }

  private static NodeRoleJson role(String serverRole) {
    try {
      return NodeRoleJson.fromValue(serverRole);
    } catch (IllegalArgumentException e) {
      return NodeRoleJson.UNKNOWN;
    }
  }

  /** @param bound the OM's HTTP port in the leader's list, if any */
  private URI http(String nodeId, String rpcHost, OptionalInt bound) {
    String name = https ? OMConfigKeys.OZONE_OM_HTTPS_ADDRESS_KEY : OMConfigKeys.OZONE_OM_HTTP_ADDRESS_KEY;
    // In a ring with a service id, the configuration key without a node id gives the host of the OM on this machine,
    // not necessarily of nodeId.
    String host = HddsUtils.getHostNameFromConfigKeys(conf, serviceId == null ? name : key(name, nodeId))
        .filter(configured -> !WILDCARD.equals(configured))
        .orElse(rpcHost == null || WILDCARD.equals(rpcHost) ? "localhost" : rpcHost);
    int port = bound.isPresent() ? bound.getAsInt()
        : HddsUtils.getPortNumberFromConfigKeys(conf, key(name, nodeId), name).orElse(
            https ? OMConfigKeys.OZONE_OM_HTTPS_BIND_PORT_DEFAULT : OMConfigKeys.OZONE_OM_HTTP_BIND_PORT_DEFAULT);
    return URI.create((https ? "https" : "http") + "://" + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":"
        + port);
  }

  private String key(String name, String nodeId) {
    return nodeId == null ? name : ConfUtils.addKeySuffixes(name, serviceId, nodeId);
  }
}
