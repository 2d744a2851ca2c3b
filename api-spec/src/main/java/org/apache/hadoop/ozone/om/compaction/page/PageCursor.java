// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.page;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.rule.Limits;

/**
 * How far the pages of a merged list have come on one node: the node's own key, and how many rows after it were shown.
 * Where several nodes are merged, the key of the next page holds a cursor for each.
 */
public final class PageCursor {
  public static final PageCursor START = new PageCursor(null, 0);

  @JsonProperty("k")
  private final String prevKey;
  @JsonProperty("s")
  private final int shown;

  public PageCursor(@JsonProperty("k") String prevKey, @JsonProperty("s") int shown) {
    this.prevKey = prevKey;
    this.shown = shown;
  }

  /** The node's own key, or null at its first page. */
  public String prevKey() {
    return prevKey;
  }

  /** Rows after the key that earlier pages hold. */
  public int shown() {
    return shown;
  }

  /** @param cursors by node id */
  public static String write(Map<String, PageCursor> cursors) {
    try {
      return Base64.getUrlEncoder().withoutPadding().encodeToString(new ObjectMapper().writeValueAsBytes(cursors));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * @param key may be null: the first page
   * @return by node id
   * @throws RefusedException BAD_REQUEST if it is not the key of a merged page
   */
  public static Map<String, PageCursor> read(String key) throws RefusedException {
    if (key == null) {
      return new TreeMap<>();
    }
    try {
      Map<String, PageCursor> cursors = new ObjectMapper().readValue(Base64.getUrlDecoder().decode(key),
          new TypeReference<TreeMap<String, PageCursor>>() { });
      if (cursors == null) {
        throw new IllegalArgumentException("no cursors");
      }
      for (PageCursor cursor : cursors.values()) {
        if (cursor == null || cursor.shown < 0 || cursor.shown > Limits.ROWS) {
          throw new IllegalArgumentException("no such row");
        }
      }
      return cursors;
    } catch (IOException | IllegalArgumentException e) {
      throw Cursor.malformed();
    }
  }
}
