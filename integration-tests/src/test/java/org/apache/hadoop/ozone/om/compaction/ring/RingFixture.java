// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import org.apache.hadoop.ozone.om.compaction.demo.EmbeddedRing;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The shared ring of this JVM, restored after each test. */
public final class RingFixture extends SharedInJvm<TestRing> implements AfterEachCallback {
  public RingFixture() {
    super(TestRing.class, () -> TestRing.start("shared", EmbeddedRing.Builder::start));
  }

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    shared(context).mend();
  }
}
