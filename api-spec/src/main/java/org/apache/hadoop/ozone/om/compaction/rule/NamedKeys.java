// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.key.KeyText;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;

/** Keys of one bucket with a prefix or below a directory. Only an OM's database can tell their key ranges. */
public final class NamedKeys {
  private static final String SLASH = "/";
  /** A path {@code /volume/bucket/directory}, split at slashes, has four parts, the first one empty. */
  private static final int LEAST_PARTS = 4;
  private static final int BEFORE_DIRECTORIES = 3;

  private final String bucket;
  private final byte[] prefix;
  private final List<String> directories;

  private NamedKeys(String bucket, byte[] prefix, List<String> directories) {
    this.bucket = bucket;
    this.prefix = prefix;
    this.directories = directories;
  }

  /**
   * Reads a prefix or a path, written as {@link KeyText} writes keys. Both can be null.
   *
   * @param beside the other targets of the request
   * @return empty if both are null
   * @throws RefusedException BAD_REQUEST if a text is malformed or cannot be combined with the other targets
   */
  public static Optional<NamedKeys> of(String prefix, String path, Targets beside, TargetNames names)
      throws RefusedException {
    if (path != null) {
      if (prefix != null || !beside.getVolume().isEmpty() || beside.getBucketsCount() > 0
          || beside.getKeyRangesCount() > 0) {
        throw RefusedException.ofParameter(names.path(),
            "A path stands for itself: leave volume, bucket, key range and prefix out.");
      }
      return Optional.of(ofPath(path, names.path()));
    }
    if (prefix == null) {
      return Optional.empty();
    }
    if (beside.getBucketsCount() != 1 || beside.getKeyRangesCount() > 0) {
      throw RefusedException.ofParameter(names.prefix(),
          "A prefix is that of keys in one bucket: name just that bucket beside it, and no key range.");
    }
    if (prefix.isEmpty()) {
      throw RefusedException.ofParameter(names.prefix(),
          "The prefix is empty: leave it out to name all keys of the bucket.");
    }
    return Optional.of(new NamedKeys(beside.getBuckets(0), bytes(prefix, names.prefix()), Collections.emptyList()));
  }

  private static NamedKeys ofPath(String path, String parameter) throws RefusedException {
    List<String> parts = new ArrayList<>(Arrays.asList(path.split(SLASH, -1)));
    while (parts.size() > 1 && parts.get(parts.size() - 1).isEmpty()) {
      parts.remove(parts.size() - 1);
    }
    if (path.startsWith(SLASH) && parts.size() == BEFORE_DIRECTORIES) {
      throw RefusedException.ofParameter(parameter, "'" + Excerpt.of(path)
          + "' is the path of a bucket: name it as a bucket.");
    }
    if (!path.startsWith(SLASH) || parts.size() < LEAST_PARTS || parts.lastIndexOf("") > 0 || parts.contains(".")
        || parts.contains("..")) {
      throw RefusedException.ofParameter(parameter, "'" + Excerpt.of(path)
          + "' is not the path of a directory; write it as /volume/bucket/directory, without '.' and '..'.");
    }
    List<String> directories = parts.subList(BEFORE_DIRECTORIES, parts.size());
    for (String directory : directories) {
      bytes(directory, parameter);
    }
    return new NamedKeys(String.join(SLASH, parts.subList(0, BEFORE_DIRECTORIES)), null, directories);
  }

  private static byte[] bytes(String text, String parameter) throws RefusedException {
    try {
      return KeyText.parse(text);
    } catch (IllegalArgumentException e) {
      throw RefusedException.ofParameter(parameter, e.getMessage() + ".");
    }
  }

  /** Returns a copy of {@code beside} with the whole bucket of these keys as the only bucket. */
  public Targets inBucket(Targets beside) {
    return beside.toBuilder().clearBuckets().addBuckets(bucket).build();
  }

  /** {@code /volume/bucket}. */
  public String bucket() {
    return bucket;
  }

  /** True if a path names the keys, false if a prefix does. */
  public boolean isPath() {
    return prefix == null;
  }

  /** The beginning of the names of these keys, without {@code /volume/bucket/}: the prefix, or the path and a slash. */
  public byte[] namesBegin() {
    return isPath() ? KeyText.parse(String.join(SLASH, directories) + SLASH) : prefix.clone();
  }

  /** Names of directories from the bucket downward, as text; empty if a prefix names the keys. */
  public List<String> directories() {
    return Collections.unmodifiableList(directories);
  }

  @Override
  public String toString() {
    return bucket + SLASH + (isPath() ? String.join(SLASH, directories) : KeyText.print(prefix));
  }
}
