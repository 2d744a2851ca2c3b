// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.ozone.om.compaction.model.ServiceChoice;
import org.apache.hadoop.ozone.om.compaction.model.ServiceUrgency;

/** What becomes of one candidate, and why. Immutable. */
final class Verdict {
  private final Candidate candidate;
  private final Optional<ServiceUrgency> urgency;
  private final ServiceChoice choice;
  private final Supplier<String> message;

  /** @param message made when somebody reads it: there may be 100,000 candidates */
  Verdict(Candidate candidate, Optional<ServiceUrgency> urgency, ServiceChoice choice, Supplier<String> message) {
    this.candidate = candidate;
    this.urgency = urgency;
    this.choice = choice;
    this.message = message;
  }

  Candidate candidate() {
    return candidate;
  }

  /** Empty where nothing speaks for it. */
  Optional<ServiceUrgency> urgency() {
    return urgency;
  }

  ServiceChoice choice() {
    return choice;
  }

  /** One sentence for the operator, with values and thresholds. */
  String message() {
    return message.get();
  }
}
