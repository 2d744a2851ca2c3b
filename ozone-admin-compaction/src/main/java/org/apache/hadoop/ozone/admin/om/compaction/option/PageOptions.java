// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.option;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.client.Query;
import picocli.CommandLine.Option;

/** The options that select a page of a list. */
public final class PageOptions {
  /** Number of rows that text shows if none is given. */
  public static final int LENGTH = 20;
  public static final String START = "--start";
  private static final String START_LETTER = "-s";

  @Option(names = {"-l", "--length"}, paramLabel = "N",
      description = "Maximum number of rows to show (default: 20 as text, all as JSON or csv)")
  private Integer length;

  @Option(names = {START_LETTER, START}, paramLabel = "KEY",
      description = "Where the page begins, as the page before names it")
  private String start;

  /** True if {@code --start} is not given. */
  public boolean isFirst() {
    return start == null;
  }

  /** True if an option selects rows. */
  public boolean isGiven() {
    return start != null || length != null;
  }

  /** Returns the number of rows to show, or another number if none is given. */
  public int length(int ifAbsent) {
    return length == null ? ifAbsent : length;
  }

  /** Adds the page to a query, with another number of rows if none is given. */
  public Query addTo(Query query, int lengthIfAbsent) {
    return query.limit(length(lengthIfAbsent)).prevKey(start);
  }

  /**
   * Returns the words of a command line with {@code --start} and a key at the end. They replace this option in any
   * spelling that picocli accepts, such as {@code -sKEY}.
   */
  public static List<String> startingAt(String key, List<String> words) {
    List<String> next = new ArrayList<>();
    for (Iterator<String> it = words.iterator(); it.hasNext();) {
      String word = it.next();
      if (word.equals(START) || word.equals(START_LETTER)) {
        it.next();
      } else if (!word.startsWith(START + "=") && !word.startsWith(START_LETTER)) {
        next.add(word);
      }
    }
    next.add(START);
    next.add(key);
    return next;
  }
}
