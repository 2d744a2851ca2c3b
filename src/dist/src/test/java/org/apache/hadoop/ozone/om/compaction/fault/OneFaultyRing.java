// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.fault;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;

/** Faults of one ring, test by test; its final state is checked once after all of them. */
abstract class OneFaultyRing {
  /** Subclasses start it before all tests. */
  static FaultyRing ring;

  @AfterEach
  void everyOmRunsAndTheRingWorks() throws Exception {
    ring.assertWorks();
  }

  @AfterAll
  static void assertNothingIsLostAndAllOmsAgree() throws Exception {
    try (FaultyRing ended = ring) {
      ring = null;
      assertThat(ended).as("a ring that has started").isNotNull();
      ended.assertNothingIsLost();
    }
  }
}
