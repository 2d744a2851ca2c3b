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
 * Calls Ozone's own transfer of leadership on a daemon thread, because Ratis' client retries for longer than the
 * calling thread may wait. Ozone checks that the caller is an administrator; outside of an RPC call the caller is the
 * user that runs the OM.
 */
public final class LeadershipTransfer implements LeaderTurns.Handover {
  /**
   * Maximum time to wait for a transfer; longer than the 60 s for which Ozone lets Ratis try. In these 60 s, a leader
   * that is to step down accepts no other request.
   */
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
      // A transfer that takes longer than the limit is not interrupted, because it has to reach its end. Ozone raises
      // the other OM's priority in the ring for the transfer, and lowers it only at the end.
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
