// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client.transport;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.rpc.OmRpc;
import org.apache.hadoop.ozone.om.protocolPB.Hadoop3OmTransportFactory;
import org.apache.hadoop.ozone.om.protocolPB.OmTransport;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.OMRequest;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.Type;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** OM's real RPC client in a ring of unreachable hosts. */
class OmRpcTest {
  private static final String UNUSED = "127.0.0.1:1";
  private static final OMRequest REQUEST =
      OMRequest.newBuilder().setCmdType(Type.EchoRPC).setClientId("other").build();

  private final OzoneConfiguration conf = new OzoneConfiguration();

  @Test
  @Timeout(30)
  void unreachableHostCostsSecondsOnly() throws IOException {
    conf.set("ozone.om.service.ids", "ring");
    conf.set("ozone.om.nodes.ring", "om1,om2,om3");
    List.of("om1", "om2", "om3").forEach(nodeId -> conf.set("ozone.om.address.ring." + nodeId, UNUSED));
    conf.set("ozone.client.wait.between.retries.millis", "1");
    conf.set("ozone.client.failover.max.attempts", "0");
    UserGroupInformation user = UserGroupInformation.getCurrentUser();
    OmTransport omsOwn = new Hadoop3OmTransportFactory().createOmTransport(conf, user, "ring");
    assertThatThrownBy(() -> omsOwn.submitRequest(REQUEST)).isInstanceOf(IOException.class);
    try (PoweredOff host = new PoweredOff()) {
      conf.set("ozone.om.address.ring.om1", host.address());
      try (OmRpc rpc = OmRpc.ofOm(conf, user)) {
        assertThatThrownBy(() -> rpc.submit(Command.newBuilder())).isInstanceOf(IOException.class);
      }
    }
    omsOwn.close();
  }
}
