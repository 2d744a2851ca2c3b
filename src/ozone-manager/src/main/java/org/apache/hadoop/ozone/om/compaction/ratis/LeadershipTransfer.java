// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ratis;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.ozone.om.compaction.job.LeaderTurns;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls Ozone's own transfer of leadership on a daemon thread. Ratis' client may retry for longer than the calling
 * thread may wait.
 */
public final class LeadershipTransfer implements LeaderTurns.Handover {
  /** Maximum time to wait for a transfer; Ozone lets Ratis try for 60 s. */
  public static final Duration LIMIT = Duration.ofSeconds(90);
  private static final Logger LOG = LoggerFactory.getLogger(LeadershipTransfer.class);

  /** A transfer to another OM, see {@link org.apache.hadoop.ozone.om.OzoneManager#transferLeadership}. */
  public interface Transfer {
    void to(String nodeId) throws IOException;
  }

  private final String threadName;
  private final Transfer transfer;
  private final Duration limit;

  /** @param limit how long a call waits for a transfer to end */
  public LeadershipTransfer(String threadName, Transfer transfer, Duration limit) {
    this.threadName = threadName;
    this.transfer = transfer;
    this.limit = limit;
  }

  @Override
  public Optional<String> to(String nodeId) throws InterruptedException {
    FutureTask<Void> attempt = new FutureTask<>(() -> {
      transfer.to(nodeId);
      return null;
    });
    Thread thread = new Thread(attempt, threadName);
    thread.setDaemon(true);
    thread.start();
    try {
      // An overlong transfer is not interrupted, because Ozone resets the other OM's raised priority only when the
      // transfer ends.
      attempt.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      return Optional.empty();
    } catch (TimeoutException e) {
      return Optional.of(nodeId + " did not lead after " + limit.getSeconds() + " s.");
    } catch (ExecutionException e) {
      LOG.warn("Leadership could not be transferred to {}", nodeId, e.getCause());
      return Optional.of("Ozone could not transfer it: " + e.getCause());
    }
  }
}
