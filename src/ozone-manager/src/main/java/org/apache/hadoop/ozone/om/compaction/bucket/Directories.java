// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.bucket;

import com.google.protobuf.ByteString;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.ozone.OzoneConsts;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.SkipLimit;
import org.apache.hadoop.ozone.om.compaction.key.KeyText;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.rule.SimilarName;
import org.apache.hadoop.ozone.om.helpers.OmDirectoryInfo;
import org.rocksdb.ReadTier;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * Finds directories of one file-system-optimized bucket in directoryTable. Each search is bounded by numbers of rows,
 * and all searches of one instance share a time limit.
 */
final class Directories {
  private static final String TABLE = OMDBDefinition.DIRECTORY_TABLE;
  /** Number of existing names, on each side of a missing name, among which the most similar name is searched. */
  private static final int NEIGHBOURS = 500;
  private static final long MAX_SKIPPED_KEYS = SkipLimit.DEFAULT_KEYS / 5;
  /** Maximum length of a directory's path below the bucket, in characters. A search that finds a longer path fails. */
  private static final int MAX_PATH = 4_096;

  private final OmDatabase database;
  private final long volumeId;
  private final long bucketId;
  private final long deadline;

  Directories(OmDatabase database, long volumeId, long bucketId, Duration time) {
    this.database = database;
    this.volumeId = volumeId;
    this.bucketId = bucketId;
    this.deadline = System.nanoTime() + time.toNanos();
  }

  /** Thrown if a search reaches one of its limits, or cannot read a row. */
  static final class LimitException extends Exception {
    private static final long serialVersionUID = 1L;

    LimitException(String message) {
      super(message);
    }
  }

  private interface RowsRead<T> {
    T at(RocksIterator rows) throws RocksDBException, IOException;
  }

  /** Returns the id of the directory with this name in the parent directory; empty if there is none. */
  Optional<Long> child(long parentId, byte[] name) throws DatabaseUnavailableException, LimitException {
    byte[] key = key(parentId, name);
    return read(TABLE, key, Keys.after(key), rows -> {
      rows.seekToFirst();
      return rows.isValid() ? Optional.of(id(rows)) : Optional.empty();
    });
  }

  /** True if there is a file with this name directly below the parent. */
  boolean isFile(long parentId, byte[] name) throws DatabaseUnavailableException, LimitException {
    byte[] key = key(parentId, name);
    return read(OMDBDefinition.FILE_TABLE, key, Keys.after(key), rows -> {
      rows.seekToFirst();
      return rows.isValid();
    });
  }

  /** The most similar name among the parent's directories that sort next to a given one; empty if none is similar. */
  Optional<String> nearest(long parentId, byte[] name) throws DatabaseUnavailableException, LimitException {
    BucketSpan below = span(parentId);
    byte[] wrong = key(parentId, name);
    List<String> names = read(TABLE, below.begin(), below.end(), rows -> {
      List<String> found = new ArrayList<>();
      rows.seek(wrong);
      for (int i = 0; i < NEIGHBOURS && rows.isValid() && !isOver(); i++, rows.next()) {
        found.add(name(rows, below));
      }
      rows.seekForPrev(wrong);
      for (int i = 0; i < NEIGHBOURS && rows.isValid() && !isOver(); i++, rows.prev()) {
        found.add(name(rows, below));
      }
      return found;
    });
    return SimilarName.of(KeyText.print(name), names);
  }

  /**
   * Returns the paths of a directory and of all directories below it.
   *
   * @param most the maximum number of directories to return
   * @return paths within the bucket, by the directories' ids
   * @throws LimitException if there are more directories, the search reaches another limit, or a row cannot be read
   */
  Map<Long, String> tree(long root, String path, int most) throws DatabaseUnavailableException, LimitException {
    Map<Long, String> paths = new HashMap<>();
    paths.put(root, path);
    Deque<Long> next = new ArrayDeque<>();
    next.add(root);
    while (!next.isEmpty()) {
      long parent = next.remove();
      BucketSpan below = span(parent);
      List<Long> children = read(TABLE, below.begin(), below.end(), rows -> {
        List<Long> found = new ArrayList<>();
        for (rows.seekToFirst(); rows.isValid() && paths.size() <= most && !isOver(); rows.next()) {
          long id = id(rows);
          if (paths.put(id, paths.get(parent) + OzoneConsts.OM_KEY_PREFIX + name(rows, below)) == null) {
            found.add(id);
          }
        }
        return found;
      });
      if (paths.size() > most) {
        throw new LimitException("more than " + most + " directories exist there");
      }
      requireTime();
      if (children.stream().anyMatch(child -> paths.get(child).length() > MAX_PATH)) {
        throw new LimitException("the path of a directory there has more than " + MAX_PATH + " letters");
      }
      next.addAll(children);
    }
    return paths;
  }

  private boolean isOver() {
    return System.nanoTime() - deadline > 0;
  }

  private void requireTime() throws LimitException {
    if (isOver()) {
      throw new LimitException("its directories cannot be read in time");
    }
  }

  private <T> T read(String table, byte[] begin, byte[] end, RowsRead<T> read)
      throws DatabaseUnavailableException, LimitException {
    requireTime();
    Outcome<T> outcome = database.readKeys(ReadTier.READ_ALL_TIER, table, begin, end, MAX_SKIPPED_KEYS, rows -> {
      try {
        T found = read.at(rows);
        return new Outcome<>(found, SkipLimit.gaveUp(rows) ? "too many dead entries of " + table + " lie between its"
            + " directories" : null);
      } catch (IOException e) {
        return new Outcome<>(null, "a row of " + table + " cannot be read (" + e.getMessage() + ")");
      }
    });
    if (outcome.limit != null) {
      throw new LimitException(outcome.limit);
    }
    return outcome.found;
  }

  /** The result of a search, and the reason if it failed: the limit that it reached, or an unreadable row. */
  private static final class Outcome<T> {
    private final T found;
    private final String limit;

    Outcome(T found, String limit) {
      this.found = found;
      this.limit = limit;
    }
  }

  private static long id(RocksIterator rows) throws IOException {
    return OmDirectoryInfo.getCodec().fromPersistedFormat(rows.value()).getObjectID();
  }

  private static String name(RocksIterator rows, BucketSpan below) {
    byte[] key = rows.key();
    return KeyText.print(Arrays.copyOfRange(key, below.begin().length, key.length));
  }

  private BucketSpan span(long parentId) {
    return BucketSpan.below(TABLE, null, null, key(parentId, new byte[0]));
  }

  /** Returns the prefix of the keys below a parent directory, in any table whose keys contain ids of directories. */
  ByteString below(long parentId) {
    return ByteString.copyFrom(key(parentId, new byte[0]));
  }

  private byte[] key(long parentId, byte[] name) {
    byte[] parent = String.join(OzoneConsts.OM_KEY_PREFIX, "", Long.toString(volumeId), Long.toString(bucketId),
        Long.toString(parentId), "").getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream key = new ByteArrayOutputStream();
    key.write(parent, 0, parent.length);
    key.write(name, 0, name.length);
    return key.toByteArray();
  }
}
