// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.bucket;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.ozone.OzoneConsts;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.key.KeyText;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.rule.NamedKeys;

/**
 * The directory at a given path and all directories below it, in groups. In a table keyed by ids, the keys of a
 * group form one key range.
 */
final class DirectoryPath {
  /** Maximum number of groups of one path, each a {@link Stretch}; a path with more is refused. */
  static final int MAX_STRETCHES = 100;
  /** Maximum number of directories that one path may stand for; a path with more is refused. */
  static final int MAX_DIRECTORIES = 1_000;

  static final DirectoryPath NONE = new DirectoryPath(Collections.emptyMap());

  private final List<Stretch> stretches = new ArrayList<>();
  private final Map<Long, String> directories;

  private DirectoryPath(Map<Long, String> directories) {
    this.directories = directories;
    List<Long> inOrder = new ArrayList<>(directories.keySet());
    // Sorts ids as text followed by a slash, which is the order of the keys that contain them.
    inOrder.sort(Comparator.comparing(id -> id + OzoneConsts.OM_KEY_PREFIX));
    for (long id : inOrder) {
      Stretch last = stretches.isEmpty() ? null : stretches.get(stretches.size() - 1);
      if (last != null && last.touches(id)) {
        last.last = id;
      } else {
        stretches.add(new Stretch(id));
      }
    }
  }

  /** A group: directories of successive ids, whose keys follow each other in a table. */
  static final class Stretch {
    private final long first;
    private long last;

    private Stretch(long id) {
      first = id;
      last = id;
    }

    private boolean touches(long id) {
      return Math.abs(id - last) == 1 && Long.toString(id).length() == Long.toString(last).length();
    }

    long first() {
      return first;
    }

    long last() {
      return last;
    }
  }

  /**
   * Returns the directory that a path names and all directories below it.
   *
   * @param parameter the name of the request's field that holds the path
   * @throws RefusedException if there is no such directory, or too many directories are below it
   */
  static DirectoryPath find(Directories directories, NamedKeys keys, long bucketId, String parameter)
      throws RefusedException, DatabaseUnavailableException {
    StringBuilder path = new StringBuilder(keys.bucket());
    try {
      long parent = bucketId;
      for (String text : keys.directories()) {
        byte[] name = KeyText.parse(text);
        Optional<Long> found = directories.child(parent, name);
        if (!found.isPresent()) {
          throw RefusedException.ofParameter(ErrorCode.UNKNOWN_PATH, parameter,
              missing(directories, parent, path.toString(), text));
        }
        parent = found.get();
        path.append(OzoneConsts.OM_KEY_PREFIX).append(KeyText.print(name));
      }
      DirectoryPath all = new DirectoryPath(directories.tree(parent,
          path.substring(keys.bucket().length() + 1), MAX_DIRECTORIES));
      if (all.stretches.size() > MAX_STRETCHES) {
        throw new Directories.LimitException(all.directories.size() + " directories exist there, which are "
            + all.stretches.size() + " key ranges in each table, and the most is " + MAX_STRETCHES);
      }
      return all;
    } catch (Directories.LimitException e) {
      throw RefusedException.ofParameter(ErrorCode.TOO_LARGE, parameter, keys + " stands for too much: "
          + e.getMessage() + ".")
          .withNextStep("Name a directory below it, or the bucket, " + keys.bucket() + "; or the key ranges that"
          + " 'ozone admin om compaction list --bucket " + keys.bucket() + "' shows, which are where lists are slow.");
    }
  }

  private static String missing(Directories directories, long parent, String path, String text)
      throws DatabaseUnavailableException {
    byte[] name = KeyText.parse(text);
    String missing = "There is no directory '" + text + "' in " + path + ".";
    try {
      if (directories.isFile(parent, name)) {
        return path + OzoneConsts.OM_KEY_PREFIX + text + " is a file: name what it is in, " + path + ".";
      }
      return missing + directories.nearest(parent, name)
          .map(nearest -> " The nearest name there is '" + nearest + "'.").orElse("");
    } catch (Directories.LimitException e) {
      // There is certainly no such directory; only the search for a similar name reached its limit.
      return missing;
    }
  }

  List<Stretch> stretches() {
    return Collections.unmodifiableList(stretches);
  }

  /** Returns the directories' paths within the bucket, by directory id. Includes the named directory. */
  Map<Long, String> directories() {
    return Collections.unmodifiableMap(directories);
  }
}
