// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.option;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Splits comma separated lists. Keeps empty items, so that the check of names refuses them. Picocli's own split would
 * drop empty items at the end.
 */
public final class CommaList {
  private CommaList() {
  }

  /**
   * @param lists the values of an option that users can repeat
   * @return all items in their order, without repetitions
   */
  public static List<String> items(List<String> lists) {
    return lists.stream().flatMap(list -> Arrays.stream(list.split(",", -1))).map(String::trim).distinct()
        .collect(Collectors.toList());
  }

  /** @return the items as the comma separated value of a query's parameter; null if there are none */
  public static String joined(List<String> lists) {
    return lists.isEmpty() ? null : String.join(",", items(lists));
  }
}
