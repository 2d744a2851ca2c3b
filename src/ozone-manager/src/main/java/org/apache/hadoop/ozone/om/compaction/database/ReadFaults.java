// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import com.google.common.base.Ticker;
import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs why a figure is missing in an answer: each cause at WARN once, then at DEBUG. Thread-safe. */
public final class ReadFaults {
  /** Time from a failed read of a file to the next attempt. Web pages ask for the file every few seconds. */
  public static final Duration READ_AGAIN_AFTER = Duration.ofMinutes(1);
  private static final Logger LOG = LoggerFactory.getLogger(ReadFaults.class);
  private static final int MAX_REMEMBERED = 1_000;
  /** Exceeds the number of files of any OM, so that entries are dropped only when they expire. */
  private static final int MAX_UNREAD = 100_000;
  private static final Cache<String, Boolean> TOLD = CacheBuilder.newBuilder().maximumSize(MAX_REMEMBERED).build();

  private ReadFaults() {
  }

  /** A set for names, or the like, of what could not be read; an entry leaves it after {@link #READ_AGAIN_AFTER}. */
  public static <T> Cache<T, Boolean> unread(Ticker ticker) {
    return CacheBuilder.newBuilder().ticker(ticker).maximumSize(MAX_UNREAD).expireAfterWrite(READ_AGAIN_AFTER).build();
  }

  /**
   * @param what a clause that says which figure is missing: "The age of SST file 000012.sst is not known"
   * @param why  the exception; the caller must not log it too
   */
  public static void log(String what, Exception why) {
    if (TOLD.asMap().putIfAbsent(what + why, true) == null) {
      LOG.warn("{}: {} (told once, then at DEBUG)", what, why.toString());
    } else {
      LOG.debug("{}", what, why);
    }
  }
}
