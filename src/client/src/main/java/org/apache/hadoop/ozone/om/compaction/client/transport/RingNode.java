// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client.transport;

import java.net.URI;
import org.apache.hadoop.ozone.om.compaction.model.NodeRoleJson;

/** One OM of the ring, with its HTTP address. */
public final class RingNode {
  private final String nodeId;
  private final String host;
  private final NodeRoleJson role;
  private final URI http;

  /**
   * @param host host of the OM's RPC; can be null
   * @param role UNKNOWN if no leader could be asked
   * @param http scheme, host and port
   */
  public RingNode(String nodeId, String host, NodeRoleJson role, URI http) {
    this.nodeId = nodeId;
    this.host = host;
    this.role = role;
    this.http = http;
  }

  public String getNodeId() {
    return nodeId;
  }

  public String getHost() {
    return host;
  }

  public NodeRoleJson getRole() {
    return role;
  }

  public boolean isLeader() {
    return role == NodeRoleJson.LEADER;
  }

  public URI getHttp() {
    return http;
  }

  @Override
  public String toString() {
    return nodeId + " (" + http + ")";
  }
}
