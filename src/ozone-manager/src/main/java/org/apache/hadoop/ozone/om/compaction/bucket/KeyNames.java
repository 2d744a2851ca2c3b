// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.bucket;

import com.google.common.primitives.Longs;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import org.apache.hadoop.ozone.OzoneConsts;
import org.apache.hadoop.ozone.om.compaction.key.KeyText;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanSlots;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;

/**
 * Translates keys of file-system-optimized buckets to paths. A directory is shown by its id unless it is the bucket's
 * root or was given to {@link #with}.
 */
public final class KeyNames {
  private static final byte SLASH = '/';

  private final SpanSlots ids;
  private final Map<Long, String> directories;

  /** @param ids the spans {@code /volumeId/bucketId/} of the known buckets */
  KeyNames(SpanSlots ids) {
    this(ids, Collections.emptyMap());
  }

  private KeyNames(SpanSlots ids, Map<Long, String> directories) {
    this.ids = ids;
    this.directories = directories;
  }

  /** Also translates the directories of {@code paths}, within their buckets, by id. */
  public KeyNames with(Map<Long, String> paths) {
    return new KeyNames(ids, paths);
  }

  /** Null if the key does not begin with the ids of a known bucket. */
  public String of(byte[] key) {
    BucketSpan span = ids.holding(key);
    if (span == null) {
      return null;
    }
    int volume = slashAfter(key, 0);
    return span.path() + rest(key, volume, slashAfter(key, volume));
  }

  private String rest(byte[] key, int volume, int bucket) {
    int parent = slashAfter(key, bucket);
    String parentId = text(key, bucket + 1, parent);
    if (parent == key.length && !parentId.isEmpty() || parentId.isEmpty()) {
      return KeyText.print(Arrays.copyOfRange(key, bucket, key.length));
    }
    String name = KeyText.print(Arrays.copyOfRange(key, parent, key.length));
    return parentId.equals(text(key, volume + 1, bucket)) ? name
        : OzoneConsts.OM_KEY_PREFIX + directory(parentId) + name;
  }

  private String directory(String id) {
    Long number = Longs.tryParse(id);
    String path = number == null ? null : directories.get(number);
    return path == null ? "(directory " + id + ")" : path;
  }

  /** Returns the position of the next slash after a position; the key's length if there is none. */
  private static int slashAfter(byte[] key, int position) {
    int next = Math.min(position + 1, key.length);
    while (next < key.length && key[next] != SLASH) {
      next++;
    }
    return next;
  }

  private static String text(byte[] key, int from, int to) {
    return new String(key, Math.min(from, to), Math.max(0, to - from), StandardCharsets.UTF_8);
  }
}
