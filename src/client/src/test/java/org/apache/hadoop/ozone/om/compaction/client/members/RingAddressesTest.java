// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client.members;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.hdds.protocol.proto.HddsProtos.NodeType;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.client.transport.RingNode;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.NodeRoleJson;
import org.apache.hadoop.ozone.om.helpers.ServiceInfo;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.OMRoleInfo;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.ServicePort;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RingAddressesTest {
  private static final String HTTP = "ozone.om.http-address";

  static Stream<Arguments> addresses() {
    return Stream.of(
        Arguments.of("default port at the RPC host", "r", Map.of(), 0, "http://host1:9874"),
        Arguments.of("own address", "r", Map.of(HTTP + ".r.om1", "web1:8000"), 0, "http://web1:8000"),
        Arguments.of("own address with a wildcard", "r", Map.of(HTTP + ".r.om1", "0.0.0.0:8000"), 0,
            "http://host1:8000"),
        Arguments.of("common port, not the common host", "r", Map.of(HTTP, "here:8000"), 0, "http://host1:8000"),
        Arguments.of("port that the OM tells", "r", Map.of(HTTP + ".r.om1", "web1:8000"), 4711, "http://web1:4711"),
        Arguments.of("single OM", null, Map.of(HTTP, "here:8000"), 0, "http://here:8000"),
        Arguments.of("HTTPS only", "r", Map.of("ozone.http.policy", "HTTPS_ONLY"), 0, "https://host1:9875"),
        Arguments.of("HTTPS address", "r", Map.of("ozone.http.policy", "HTTPS_ONLY",
            "ozone.om.https-address.r.om1", "web1:8001", HTTP + ".r.om1", "web1:8000"), 4711, "https://web1:8001"),
        Arguments.of("both", "r", Map.of("ozone.http.policy", "HTTP_AND_HTTPS"), 0, "http://host1:9874"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("addresses")
  void addressOfANodeIsResolved(String name, String serviceId, Map<String, String> settings, int port,
      String expected) {
    OzoneConfiguration conf = new OzoneConfiguration();
    settings.forEach(conf::set);
    ServiceInfo.Builder service = ServiceInfo.newBuilder().setNodeType(NodeType.OM).setHostname("host1")
        .setOmRoleInfo(OMRoleInfo.newBuilder().setNodeId("om1").setServerRole("LISTENER").build());
    if (port != 0) {
      service.addServicePort(ServicePort.newBuilder().setType(ServicePort.Type.HTTP).setValue(port).build());
    }
    assertThat(new RingAddresses(conf, serviceId).members(List.of(service.build()))).singleElement()
        .returns(expected, node -> node.getHttp().toString())
        .returns(NodeRoleJson.LISTENER, RingNode::getRole);
  }

  @Test
  void singleOmNeedsNoServiceId() {
    assertThat(new RingAddresses(new OzoneConfiguration(), null).configured()).singleElement()
        .returns("om1", RingNode::getNodeId)
        .returns("http://localhost:9874", node -> node.getHttp().toString());
  }

  @Test
  void ambiguousServiceIsRefused() {
    OzoneConfiguration conf = new OzoneConfiguration();
    conf.set("ozone.om.service.ids", "a,b");
    for (String serviceId : new String[] {null, "c"}) {
      assertThatThrownBy(() -> Ring.connect(conf, UserGroupInformation.getCurrentUser(), serviceId))
          .isInstanceOf(RefusedException.class).hasMessageContaining("a").hasMessageContaining("b");
    }
    assertThatThrownBy(() -> Ring.connect(conf, UserGroupInformation.getCurrentUser(), "a"))
        .isInstanceOf(RefusedException.class).hasMessageContaining("ring a");
  }
}
