// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowlist;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.planner.price.Price;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planning.NodeStatistics;

/** Remembers prices of compactions that would make listing fast, until the SST files of a table change. Thread-safe. */
public final class PriceCache {
  private static final int MAX_PRICES = 2_000;

  private final Map<String, TableStatistics> tables = new HashMap<>();
  private final Map<List<BucketSpan>, Price> prices = new HashMap<>();

  /** Returns the price of compacting some keys; null if none is remembered for the present SST files. */
  synchronized Price known(NodeStatistics statistics, List<BucketSpan> keys) {
    for (String table : statistics.tables()) {
      TableStatistics now = statistics.table(table);
      if (tables.put(table, now) != now) {
        prices.clear();
      }
    }
    return prices.get(keys);
  }

  synchronized void remember(NodeStatistics statistics, List<BucketSpan> keys, Price price) {
    if (statistics.tables().stream().allMatch(table -> tables.get(table) == statistics.table(table))
        && prices.size() < MAX_PRICES) {
      prices.put(keys, price);
    }
  }
}
