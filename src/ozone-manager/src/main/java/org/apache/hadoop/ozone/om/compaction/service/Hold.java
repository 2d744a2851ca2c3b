// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import org.apache.hadoop.ozone.om.compaction.model.ServiceHold;

/** A reason why the automatic service begins no job, with a sentence on the reason. Immutable. */
final class Hold {
  private final ServiceHold hold;
  private final String message;

  /** @param message one sentence for the operator */
  Hold(ServiceHold hold, String message) {
    this.hold = hold;
    this.message = message;
  }

  ServiceHold hold() {
    return hold;
  }

  String message() {
    return message;
  }
}
