// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.option;

import org.apache.hadoop.ozone.om.compaction.client.Query;
import picocli.CommandLine.Option;

/** The options that select a page of a list. */
public final class PageOptions {
  public static final String START = "--start";

  @Option(names = {"-l", "--length"}, defaultValue = "20", paramLabel = "N",
      description = "Maximum number of rows to show (default: ${DEFAULT-VALUE})")
  private int length;

  @Option(names = {"-s", START}, paramLabel = "KEY",
      description = "Where the page begins, as the page before names it")
  private String start;

  /** True if {@code --start} is not given. */
  public boolean isFirst() {
    return start == null;
  }

  public Query addTo(Query query) {
    return query.limit(length).prevKey(start);
  }
}
