// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.option;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Lists with commas between their items. Empty items stay: picocli's own split loses those at the end. */
public final class CommaList {
  private CommaList() {
  }

  /**
   * @param lists what an option was given, each time
   * @return each item once
   */
  public static List<String> items(List<String> lists) {
    return lists.stream().flatMap(list -> Arrays.stream(list.split(",", -1))).map(String::trim).distinct()
        .collect(Collectors.toList());
  }

  /** @return the same as a parameter of a query takes it; null without any */
  public static String joined(List<String> lists) {
    return lists.isEmpty() ? null : String.join(",", items(lists));
  }
}
