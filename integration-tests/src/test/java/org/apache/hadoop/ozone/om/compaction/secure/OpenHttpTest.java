// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.secure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.client.Query;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kerberos for RPC only, as many clusters have it: OM's HTTP server does not authenticate. */
@Tag("secure")
@ExtendWith(SecureRingFixture.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OpenHttpTest {
  private static final String TYPE = "ozone.om.http.auth.type";
  private static final String SECURITY = "ozone.security.http.kerberos.enabled";
  private static final String FILTERS = "ozone.http.filter.initializers";
  private static final String ALLOW = "ozone.om.range.compaction.http.allow.unauthenticated.reads";
  private static final Map<String, String> OPEN =
      Map.of(SECURITY, "false", FILTERS, "", TYPE, "simple", ALLOW, "false");

  private static String node;
  private static Map<String, String> before;

  @BeforeAll
  static void open(SecureRing secure) throws Exception {
    node = secure.nodes().followers().get(0).getOMNodeId();
    before = Map.of(SECURITY, "true", FILTERS, secure.nodes().conf().get(FILTERS), TYPE, "kerberos", ALLOW, "false");
    secure.restart(node, OPEN);
  }

  @AfterAll
  static void close(SecureRing secure) throws Exception {
    secure.restart(node, before);
  }

  /** A refused client is told which settings of the OMs to change, as another ticket would not help. */
  @ParameterizedTest
  @Order(1)
  @ValueSource(strings = {"simple", "kerberos"})
  void administratorIsToldWhatToSet(String type, SecureRing secure) throws Exception {
    assertThatThrownBy(() -> read(secure, type)).isInstanceOfSatisfying(RefusedException.class, e -> {
      assertThat(e.getCode()).isEqualTo(ErrorCode.UNAUTHENTICATED);
      assertThat(e.getNextStep()).contains(ALLOW + "=true", TYPE + "=kerberos");
    });
    assertThat(secure.run(secure.alice(), "list", "--node-id", node).err()).doesNotContain("kinit");
  }

  @Test
  @Order(2)
  void omServesEverybodyIfConfigured(SecureRing secure) throws Exception {
    secure.restart(node, Map.of(ALLOW, "true"));

    read(secure, "simple");
    read(secure, "kerberos");
  }

  private static void read(SecureRing secure, String type) throws IOException {
    try (Ring ring = Ring.connect(secure.clientConf(Map.of(TYPE, type)), secure.alice(), null)) {
      assertThat(ring.buckets(new Query().nodeId(node)).getBuckets()).isNotNull();
    }
  }
}
