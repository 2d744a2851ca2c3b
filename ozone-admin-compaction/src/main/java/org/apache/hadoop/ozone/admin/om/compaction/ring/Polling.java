// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.ring;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;

/**
 * Repeats a read of the ring until a condition holds. Accepts two minutes without an answer, because OMs may restart.
 */
public final class Polling {
  private static final Duration SILENCE = Duration.ofMinutes(2);

  private final Surroundings surroundings;
  private final Duration timeout;
  private Duration interval = Duration.ofSeconds(1);

  /** @param timeout null for no limit */
  public Polling(Surroundings surroundings, Duration timeout) {
    this.surroundings = surroundings;
    this.timeout = timeout;
  }

  /** Sets the interval; the default is one second. */
  public Polling every(Duration time) {
    interval = time;
    return this;
  }

  /** Reads the current state from the ring. */
  public interface Poll<T> {
    T get() throws IOException;
  }

  /**
   * Polls until the condition holds or the timeout is over.
   *
   * @param first the state that the caller has read already
   * @param onPoll receives every state, including the first one
   * @return the last state
   * @throws RefusedException if the ring did not answer for two minutes, or refuses the read
   */
  public <T> T until(T first, Poll<T> poll, Predicate<T> done, Consumer<T> onPoll) throws IOException {
    Instant start = surroundings.clock().instant();
    Instant heard = start;
    T seen = first;
    onPoll.accept(seen);
    while (!done.test(seen) && !isOver(start)) {
      surroundings.pause(interval);
      try {
        seen = poll.get();
        heard = surroundings.clock().instant();
        onPoll.accept(seen);
      } catch (RefusedException e) {
        if (!isPassing(e) || heard.plus(SILENCE).isBefore(surroundings.clock().instant())) {
          throw e;
        }
      }
    }
    return seen;
  }

  private boolean isOver(Instant start) {
    return timeout != null && !start.plus(timeout).isAfter(surroundings.clock().instant());
  }

  private static boolean isPassing(RefusedException error) {
    return error.getCode() == ErrorCode.UNREACHABLE || error.getCode() == ErrorCode.NO_LEADER
        || error.getCode() == ErrorCode.BUSY || error.getCode() == ErrorCode.INTERNAL;
  }
}
