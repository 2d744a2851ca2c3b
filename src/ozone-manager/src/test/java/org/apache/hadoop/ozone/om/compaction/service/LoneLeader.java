// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.Collections;
import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.job.RingHealth;

/** An OM that leads a ring of its own, unless it is told otherwise. */
public final class LoneLeader implements AutoService.Surroundings {
  private volatile boolean leading = true;
  private volatile boolean jobOpen;
  private volatile boolean stockServiceOn;

  void leads(boolean leads) {
    leading = leads;
  }

  void hasOpenJob(boolean open) {
    jobOpen = open;
  }

  void hasStockServiceOn(boolean on) {
    stockServiceOn = on;
  }

  @Override
  public String nodeId() {
    return "om1";
  }

  @Override
  public boolean isOver() {
    return false;
  }

  @Override
  public Optional<RingHealth> ring() {
    return leading ? Optional.of(new RingHealth("om1", Collections.emptyList())) : Optional.empty();
  }

  @Override
  public boolean isJobOpen() {
    return jobOpen;
  }

  @Override
  public boolean isStockServiceOn() {
    return stockServiceOn;
  }
}
