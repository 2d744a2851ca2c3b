// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.JobRequest;
import org.apache.hadoop.ozone.om.compaction.model.Node;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** OM's real RPC client against ports where nobody listens, or where somebody takes the connection and says nothing. */
@Timeout(60)
class SilentRingTest {
  private static final int NOBODY = 0;
  private static final int MUTE = 1;

  @ParameterizedTest
  @ValueSource(ints = {NOBODY, MUTE})
  void everyCallEnds(int listener) throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + socket.getLocalPort();
      if (listener == NOBODY) {
        socket.close();
      }
      try (Ring ring = Ring.connect(conf(address), UserGroupInformation.getCurrentUser(), null)) {
        assertThatThrownBy(() -> ring.trigger(new JobRequest(), null))
            .isInstanceOfSatisfying(CompactionException.class,
                e -> assertThat(e.getCode()).isEqualTo(ErrorCode.NO_LEADER));
        assertThat(ring.nodes().getNodes()).hasSize(3)
            .allSatisfy(node -> assertThat(node.getProblem().getCode()).isEqualTo(ErrorCode.UNREACHABLE))
            .extracting(Node::getReachable).containsOnly(false);
      }
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
