// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.ring;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.hadoop.ozone.om.compaction.error.CompactionException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;

/**
 * Looks at something in the ring again and again until it is done. A ring that does not answer for a while, say because
 * its OMs are being restarted, ends the waiting only when that lasts.
 */
public final class Polling {
  public static final Duration SILENCE = Duration.ofMinutes(2);

  private final Surroundings surroundings;
  private final Duration timeout;
  private final Duration silence;
  private Duration interval = Duration.ofSeconds(1);

  /** @param timeout null to wait as long as it takes */
  public Polling(Surroundings surroundings, Duration timeout) {
    this(surroundings, timeout, SILENCE);
  }

  /** @param silence how long the ring may not answer */
  public Polling(Surroundings surroundings, Duration timeout, Duration silence) {
    this.surroundings = surroundings;
    this.timeout = timeout;
    this.silence = silence;
  }

  /** Looks less often, or more, than once a second. */
  public Polling every(Duration time) {
    interval = time;
    return this;
  }

  /** A look at the ring. */
  public interface Look<T> {
    T get() throws IOException;
  }

  /**
   * @param first what is known already
   * @param onLook is shown every look, the first included
   * @return the last look; done, unless the time is up
   * @throws CompactionException if the ring stayed silent
   */
  public <T> T until(T first, Look<T> look, Predicate<T> done, Consumer<T> onLook) throws IOException {
    Instant start = surroundings.clock().instant();
    Instant heard = start;
    T seen = first;
    onLook.accept(seen);
    while (!done.test(seen) && !isOver(start)) {
      surroundings.pause(interval);
      try {
        seen = look.get();
        heard = surroundings.clock().instant();
        onLook.accept(seen);
      } catch (CompactionException e) {
        if (!isPassing(e) || heard.plus(silence).isBefore(surroundings.clock().instant())) {
          throw e;
        }
      }
    }
    return seen;
  }

  private boolean isOver(Instant start) {
    return timeout != null && !start.plus(timeout).isAfter(surroundings.clock().instant());
  }

  private static boolean isPassing(CompactionException error) {
    return error.getCode() == ErrorCode.UNREACHABLE || error.getCode() == ErrorCode.NO_LEADER
        || error.getCode() == ErrorCode.BUSY || error.getCode() == ErrorCode.INTERNAL;
  }
}
