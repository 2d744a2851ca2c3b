// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import java.nio.file.Path;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** An OM with an empty database, served with default settings, for each test. */
abstract class OneServedOm {
  @TempDir
  private Path directory;
  protected ServedBuckets buckets;
  protected ServedOm served;
  protected OmDatabaseFixture om;

  @BeforeEach
  final void serve() throws Exception {
    buckets = new ServedBuckets(directory);
    served = buckets.served();
    om = buckets.om();
  }

  @AfterEach
  final void stop() throws Exception {
    buckets.close();
  }
}
