// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.recon;

import org.apache.hadoop.ozone.om.compaction.ring.SharedInJvm;

/** One ring, and Recon beside it. */
public final class ReconRingFixture extends SharedInJvm<RingWithRecon> {
  public ReconRingFixture() {
    super(RingWithRecon.class, RingWithRecon::start);
  }
}
