// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads of an OM without one SST file. */
class EmptyOmTest {
  @Test
  void listsAndPreviewsWithoutAnError(@TempDir Path directory) throws Exception {
    try (ServedOm served = ServedOm.empty(directory)) {
      for (String reads : new String[] {"", "&exact=true"}) {
        assertThat(served.ok("/buckets?limit=9" + reads).at("/totalCount").asInt()).isZero();
        assertThat(served.ok("/ranges?showSkipped=true" + reads).at("/totalCount").asInt()).isZero();
      }
      assertThat(served.ok("/sst-files?table=keyTable").at("/totalCount").asInt()).isZero();
      served.database().volume("v");
      served.database().bucket("v", "b", BucketLayout.OBJECT_STORE);
      assertThat(served.ok("/places?bucket=%2Fv%2Fb").at("/totalCount").asInt()).isZero();
      assertThat(served.ok("/places").at("/notLookedAt")).isEmpty();
      assertThat(served.ok("/ranges?bucket=%2Fv%2Fb&exclude=%2Fv%2Fx*").at("/totalCount").asInt()).isZero();
    }
  }
}
