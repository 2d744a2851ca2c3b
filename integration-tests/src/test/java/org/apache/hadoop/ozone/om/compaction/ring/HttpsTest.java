// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.apache.hadoop.ozone.om.compaction.demo.AdminCli;
import org.apache.hadoop.ozone.om.compaction.demo.AdminCli.Result;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.Test;

/** A ring whose web servers speak HTTPS only. */
class HttpsTest {
  @Test
  void commandsTrustTheCertificatesOfHadoopsClientSettings() throws Exception {
    Certificate certificate = Certificate.make(TestRing.data("https-certificate"));
    try (TestRing ring = TestRing.start("https", builder -> certificate.everywhere(builder).oms(1).start())) {
      String bucket = ring.massDeleted(BucketLayout.OBJECT_STORE, "keyTable");
      assertThat(ring.nodeList().getNodes()).singleElement()
          .satisfies(node -> assertThat(node.getReachable()).as("%s", node).isTrue());

      JobJson job = ring.triggerAndWait("--bucket", TestRing.path(bucket));

      assertThat(job.getState()).as("%s", job).isEqualTo(JobStateJson.SUCCEEDED);

      ring.nodes().conf().set("hadoop.ssl.client.conf", "no-such-file.xml");
      Path site = TestRing.data("https-untrusting").resolve("ozone-site.xml");
      ring.nodes().writeSite(site);
      Result untrusting = new AdminCli(site).run("list");
      assertThat(untrusting.exitCode()).as("%s", untrusting).isNotZero();
      assertThat(untrusting.err()).as("says what to do").contains("ssl-client.xml");
    }
  }
}
