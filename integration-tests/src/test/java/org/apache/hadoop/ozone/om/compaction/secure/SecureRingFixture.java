// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.secure;

import org.apache.hadoop.ozone.om.compaction.ring.SharedInJvm;

/** The one secure ring of this JVM. */
public final class SecureRingFixture extends SharedInJvm<SecureRing> {
  public SecureRingFixture() {
    super(SecureRing.class, SecureRing::start);
  }
}
