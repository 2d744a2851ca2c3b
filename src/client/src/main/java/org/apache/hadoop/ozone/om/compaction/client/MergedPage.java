// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.ozone.om.compaction.page.PageCursor;

/**
 * One page of a list that several nodes hold a sorted part of. Takes the best head of all nodes until the page is full,
 * so each node's own order stands whatever the comparator makes of it.
 */
final class MergedPage<T> {
  private final List<T> rows = new ArrayList<>();
  private final Map<String, PageCursor> next = new TreeMap<>();
  private boolean more;

  private MergedPage() {
  }

  /** What one node answered: the rows after its cursor's key, and the key behind them, or null at the end. */
  static final class Part<T> {
    private final List<T> rows;
    private final String nextKey;

    Part(List<T> rows, String nextKey) {
      this.rows = rows;
      this.nextKey = nextKey;
    }
  }

  /**
   * @param parts by node id
   * @param cursors where each part begins; a node without one begins at the start. One of a node that did not answer
   *                is kept for the next page
   * @param limit most rows
   */
  static <T> MergedPage<T> of(Map<String, Part<T>> parts, Map<String, PageCursor> cursors, Comparator<T> order,
      int limit) {
    MergedPage<T> page = new MergedPage<>();
    Map<String, Integer> taken = new LinkedHashMap<>();
    parts.keySet().forEach(node -> taken.put(node,
        Math.min(parts.get(node).rows.size(), cursors.getOrDefault(node, PageCursor.START).shown())));
    for (String best = best(parts, taken, order); best != null && page.rows.size() < limit;
        best = best(parts, taken, order)) {
      page.rows.add(parts.get(best).rows.get(taken.get(best)));
      taken.merge(best, 1, Integer::sum);
    }
    page.next.putAll(cursors);
    taken.forEach((node, shown) -> page.advance(node, parts.get(node), shown, cursors));
    return page;
  }

  private static <T> String best(Map<String, Part<T>> parts, Map<String, Integer> taken, Comparator<T> order) {
    String best = null;
    for (Map.Entry<String, Part<T>> part : parts.entrySet()) {
      String node = part.getKey();
      if (taken.get(node) < part.getValue().rows.size() && (best == null || order.compare(
          part.getValue().rows.get(taken.get(node)), parts.get(best).rows.get(taken.get(best))) < 0)) {
        best = node;
      }
    }
    return best;
  }

  private void advance(String node, Part<T> part, int shown, Map<String, PageCursor> cursors) {
    boolean used = shown == part.rows.size();
    if (used && part.nextKey != null) {
      next.put(node, new PageCursor(part.nextKey, 0));
    } else {
      next.put(node, new PageCursor(cursors.getOrDefault(node, PageCursor.START).prevKey(), shown));
    }
    more |= !used || part.nextKey != null;
  }

  List<T> rows() {
    return rows;
  }

  /** Where the next page begins on each node, or null after the last page. */
  String nextKey() {
    return more ? PageCursor.write(next) : null;
  }
}
