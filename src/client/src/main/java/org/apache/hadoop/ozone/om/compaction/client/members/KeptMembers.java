// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client.members;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.hadoop.ozone.om.compaction.client.transport.RingRpc;
import org.apache.hadoop.ozone.om.compaction.client.transport.RingThreads;

/**
 * Keeps the members of the ring, for a process that asks often. One thread runs at most one look at a time; a question
 * waits for it a little and then uses the last known members, while the look goes on. The first look is waited for
 * until it ends.
 */
public final class KeptMembers extends RingLookup {
  /** A younger look is not repeated. */
  private static final long NOW_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int ONE_AT_A_TIME = 1;

  private final Duration first;
  private final Duration read;
  private final Duration command;
  private final LongSupplier nanos;
  private final ExecutorService thread = RingThreads.pool("compaction-ring-members", ONE_AT_A_TIME);
  private Look newest;
  private Look lastThatFound;
  private volatile boolean looked;

  /** One look for the members: its start and its result. */
  private static final class Look {
    private final long began;
    private final CompletableFuture<RingMembers> found = new CompletableFuture<>();
    private volatile long ended;

    private Look(long began) {
      this.began = began;
    }
  }

  /**
   * @param first how long a question waits for a look while nothing is known yet
   * @param read how long a read waits before the last known members are used
   * @param command how long a command waits before it is refused
   * @param nanos a clock such as {@link System#nanoTime()}
   */
  public KeptMembers(RingRpc rpc, RingAddresses addresses, Duration first, Duration read, Duration command,
      LongSupplier nanos) {
    super(rpc, addresses);
    this.first = first;
    this.read = read;
    this.command = command;
    this.nanos = nanos;
  }

  @Override
  public RingMembers members() {
    try {
      return await(look(), looked ? read : first);
    } catch (IOException e) {
      Look known = known();
      return known == null ? configured(e)
          : known.found.join().asOf(Duration.ofNanos(nanos.getAsLong() - known.ended));
    }
  }

  @Override
  public RingMembers membersNow() {
    try {
      return await(look(), looked ? command : first);
    } catch (IOException e) {
      return configured(e);
    }
  }

  @Override
  public boolean hasLooked() {
    return looked;
  }

  private synchronized Look known() {
    return lastThatFound;
  }

  /** The running look, one that has just succeeded, or a new one. */
  private synchronized Look look() {
    if (newest == null || newest.found.isDone() && (newest != lastThatFound
        || nanos.getAsLong() - newest.ended >= NOW_NANOS)) {
      Look next = new Look(nanos.getAsLong());
      newest = next;
      try {
        thread.execute(() -> run(next));
      } catch (RejectedExecutionException e) {
        next.found.completeExceptionally(new IOException("the connection to the ring is closed", e));
      }
    }
    return newest;
  }

  private void run(Look look) {
    RingMembers members = null;
    Exception reason = new IOException("the look for the ring's members broke off");
    try {
      members = listed();
    } catch (IOException | RuntimeException e) {
      reason = e;
    } finally {
      end(look, members, reason);
    }
  }

  /** @param members null if they were not found */
  private synchronized void end(Look look, RingMembers members, Exception reason) {
    look.ended = nanos.getAsLong();
    looked = true;
    if (members == null) {
      look.found.completeExceptionally(reason);
    } else {
      lastThatFound = look;
      look.found.complete(members);
    }
  }

  /** @param limit from the start of the look, so that only its first caller waits that long */
  private RingMembers await(Look look, Duration limit) throws IOException {
    try {
      return look.found.get(Math.max(0, limit.toNanos() - (nanos.getAsLong() - look.began)), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new SocketTimeoutException("no leader has answered for "
          + TimeUnit.NANOSECONDS.toMillis(nanos.getAsLong() - look.began) / 1000.0 + " s, and is waited for");
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException ? (IOException) e.getCause() : new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for the leader", e);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
