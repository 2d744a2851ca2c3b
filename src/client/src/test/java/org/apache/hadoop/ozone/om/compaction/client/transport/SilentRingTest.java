// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.JobRequestJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeJson;
import org.apache.hadoop.ozone.om.compaction.model.TargetsJson;
import org.apache.hadoop.ozone.om.protocolPB.Hadoop3OmTransportFactory;
import org.apache.hadoop.ozone.om.protocolPB.OmTransport;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.OMRequest;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.Type;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** OM's real RPC client against ports where nobody listens, or where somebody takes the connection and says nothing. */
@Timeout(60)
class SilentRingTest {
  private static final int NOBODY = 0;
  private static final int MUTE = 1;
  private static final String UNUSED = "127.0.0.1:1";
  private static final OMRequest REQUEST =
      OMRequest.newBuilder().setCmdType(Type.EchoRPC).setClientId("other").build();

  @ParameterizedTest
  @ValueSource(ints = {NOBODY, MUTE})
  void callToASilentRingEnds(int listener) throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + socket.getLocalPort();
      if (listener == NOBODY) {
        socket.close();
      }
      try (Ring ring = Ring.connect(conf(address), UserGroupInformation.getCurrentUser(), null)) {
        assertThatThrownBy(() -> ring.commands()
            .trigger(new JobRequestJson().targets(new TargetsJson().everything(true))))
            .isInstanceOfSatisfying(RefusedException.class,
                e -> assertThat(e.getCode()).isEqualTo(ErrorCode.NO_LEADER));
        assertThat(ring.nodes().getNodes()).hasSize(3)
            .allSatisfy(node -> assertThat(node.getProblem().getCode()).isEqualTo(ErrorCode.UNREACHABLE))
            .extracting(NodeJson::getReachable).containsOnly(false);
      }
    }
  }

  @Test
  void poweredOffHostIsPassedWithinItsTimeLimit() throws IOException {
    UserGroupInformation user = UserGroupInformation.getCurrentUser();
    try (PoweredOff host = new PoweredOff()) {
      OzoneConfiguration conf = conf(UNUSED);
      conf.set("ozone.client.failover.max.attempts", "4");
      conf.set("ozone.om.range.compaction.client.lookup.timeout", "15s");
      OmTransport other = new Hadoop3OmTransportFactory().createOmTransport(conf, user, "r");
      assertThatThrownBy(() -> other.submitRequest(REQUEST)).isInstanceOf(IOException.class);
      conf.set("ozone.om.address.r.om1", host.address());
      try (TimeLimitedRpc rpc = new TimeLimitedRpc(conf, user, "r", conf.getObject(RingSettings.class))) {
        assertThatThrownBy(rpc::services).as("every OM was tried").isInstanceOf(IOException.class)
            .message().doesNotContain("no leader answered within");
      }
      other.close();
    }
  }

  private static OzoneConfiguration conf(String address) {
    OzoneConfiguration conf = new OzoneConfiguration();
    conf.set("ozone.om.service.ids", "r");
    conf.set("ozone.om.nodes.r", "om1,om2,om3");
    for (String node : new String[] {"om1", "om2", "om3"}) {
      conf.set("ozone.om.address.r." + node, address);
      conf.set("ozone.om.http-address.r." + node, address);
    }
    for (String limit : new String[] {"connect", "read", "lookup", "submit"}) {
      conf.set("ozone.om.range.compaction.client." + limit + ".timeout", "1s");
    }
    return conf;
  }
}
