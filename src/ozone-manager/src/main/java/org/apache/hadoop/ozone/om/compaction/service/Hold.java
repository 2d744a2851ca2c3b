// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import org.apache.hadoop.ozone.om.compaction.model.ServiceHoldJson;

/** A reason why the automatic service begins no job, with a sentence on the reason. Immutable. */
final class Hold {
  private final ServiceHoldJson hold;
  private final String message;

  /** @param message one sentence for the operator */
  Hold(ServiceHoldJson hold, String message) {
    this.hold = hold;
    this.message = message;
  }

  ServiceHoldJson hold() {
    return hold;
  }

  String message() {
    return message;
  }
}
