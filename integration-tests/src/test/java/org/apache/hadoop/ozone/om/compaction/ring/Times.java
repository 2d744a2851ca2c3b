// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import java.time.Instant;

/** Times in the command's format. */
final class Times {
  private Times() {
  }

  static String in(long seconds) {
    return Instant.now().plusSeconds(seconds).toString();
  }
}
