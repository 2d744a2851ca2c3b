// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client.members;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.ozone.om.compaction.client.transport.RingThreads;
import org.apache.hadoop.ozone.om.compaction.rpc.RingRpc;

/**
 * Remembers the members of the ring. A read waits for a new lookup only for a limited time, and then gets the last
 * known members.
 */
public final class KeptMembers extends RingLookup {
  /** A successful lookup younger than this many nanoseconds is used again. */
  private static final long NOW_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int ONE_AT_A_TIME = 1;

  private final Duration first;
  private final Duration read;
  private final Duration command;
  private final LongSupplier nanos;
  private final ExecutorService thread = RingThreads.pool("compaction-ring-members", ONE_AT_A_TIME);
  /** The newest lookup; null before the first one. */
  private Future<RingMembers> look;
  /** Members found by the last lookup that succeeded; null before that. */
  private RingMembers known;
  private long knownSince;
  private volatile boolean looked;

  /**
   * @param first how long a read or command waits for the first lookup
   * @param read how long a later read waits before it uses the last known members
   * @param command how long a later command waits before it is refused
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
      return knownOr(e);
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

  private synchronized RingMembers knownOr(IOException noLeader) {
    return known == null ? configured(noLeader) : known.asOf(Duration.ofNanos(nanos.getAsLong() - knownSince));
  }

  /**
   * Returns the lookup that the caller has to wait for: the running lookup, one that has just succeeded, or a new one.
   */
  private synchronized Future<RingMembers> look() throws IOException {
    boolean isNew = known != null && nanos.getAsLong() - knownSince < NOW_NANOS;
    if (look == null || look.isDone() && !isNew) {
      try {
        look = thread.submit(this::find);
      } catch (RejectedExecutionException e) {
        throw new IOException("the connection to the ring is closed", e);
      }
    }
    return look;
  }

  private RingMembers find() throws IOException {
    try {
      RingMembers found = listed();
      synchronized (this) {
        known = found;
        knownSince = nanos.getAsLong();
      }
      return found;
    } finally {
      looked = true;
    }
  }

  private static RingMembers await(Future<RingMembers> look, Duration limit) throws IOException {
    return RingThreads.await(look, limit, "no leader has answered for " + limit.toMillis() / 1000.0
        + " s, and is waited for");
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
