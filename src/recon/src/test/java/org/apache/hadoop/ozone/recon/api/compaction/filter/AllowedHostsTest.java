// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedHostsTest {
  private final OzoneConfiguration conf = new OzoneConfiguration();

  private boolean has(String host) {
    conf.set("ozone.recon.http-address", "recon.example.org:9888");
    conf.set("ozone.recon.https-address", "secure.example.org:9889");
    conf.set("ozone.recon.om.range.compaction.host.names", "ozone.example.com, Proxy.Example.com");
    return AllowedHosts.of(conf).has(host);
  }

  @ParameterizedTest
  @ValueSource(strings = {"recon.example.org:9888", "recon.example.org", "RECON.example.org:80", "recon.example.org.",
      "recon.example.org.:9888", "secure.example.org:9889", "ozone.example.com", "proxy.example.com:443", "localhost",
      "localhost:9888", "recon", "recon:9888", "127.0.0.1:9888", "10.1.2.3", "[::1]:9888", "[fe80::1%eth0]"})
  void ownNamesAndAddressesAreAccepted(String host) {
    assertThat(has(host)).isTrue();
  }

  @Test
  void nameOfThisHostIsAccepted() throws Exception {
    assertThat(has(InetAddress.getLocalHost().getHostName() + ":9888")).isTrue();
  }

  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(strings = {"evil.example", "evil.example:9888", "recon.example.org.evil.example",
      "evilrecon.example.org", "127.0.0.1.evil.example", "10.1.2.3.4", ":9888", "recon.example.org@evil.example",
      "[evil.example]", "a b", "."})
  void foreignNamesAreRefused(String host) {
    assertThat(has(host)).isFalse();
  }
}
