// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.SstKeys;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SharedFile;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfile;
import org.apache.hadoop.ozone.om.compaction.planner.tree.KeyInterpolation;
import org.rocksdb.ReadTier;
import org.rocksdb.RocksDBException;

/**
 * Finds where the tombstones of an SST file begin and end inside pieces that hold nothing else. One flush often has the
 * deletes of several buckets, a stretch of each; between two stretches lie live keys of files below, and a piece as
 * wide as a bucket would look sparse. No iterator shows a tombstone's key; but RocksDB counts the steps of one that
 * gives up at the second tombstone, so the edges are found by halving.
 */
final class TombstoneEdges {
  /** A run of fewer is not worth a cut. */
  private static final long LEAST_RUN = 500;
  /** Live keys of the table between two stretches; fewer do not keep people waiting less. */
  private static final int LEAST_GAP = 500;
  /** Bound of the work and of what is remembered of a file: eight edges of each. */
  private static final int MAX_PIECES = 100;
  /** A piece is halved twice, so four stretches are told apart. */
  private static final int HALVINGS = 2;
  /** Enough for a key that differs in its last digits, however long it is. */
  private static final int MAX_STEPS = 64;

  private final OmDatabase database;
  private final String table;
  private final SstKeys keys;
  private final Collection<byte[]> edges = new TreeSet<>(Keys::compare);

  private TombstoneEdges(OmDatabase database, String table, SstKeys keys) {
    this.database = database;
    this.table = table;
    this.keys = keys;
  }

  /**
   * @param profile of the file
   * @return keys to cut the file at, besides the cuts of the profile, ascending
   * @throws RocksDBException if the file cannot be read
   */
  static byte[][] of(OmDatabase database, SharedFile file, FileProfile profile, ScanWatch watch)
      throws RocksDBException, DatabaseUnavailableException {
    List<Integer> pieces = IntStream.range(0, profile.stretches()).boxed()
        .filter(i -> profile.tombstones(i) >= LEAST_RUN && profile.tombstones(i) == profile.entries(i))
        .sorted(Comparator.comparingLong((Integer i) -> profile.tombstones(i)).reversed())
        .limit(MAX_PIECES).collect(Collectors.toList());
    if (pieces.isEmpty()) {
      return new byte[0][];
    }
    try (SstKeys keys = new SstKeys(database, file.file())) {
      TombstoneEdges found = new TombstoneEdges(database, file.table(), keys);
      for (int piece : pieces) {
        if (!watch.isStopped()) {
          found.find(profile.begin(file.file(), piece), Keys.after(profile.lastKey(file.file(), piece)), HALVINGS);
        }
      }
      return found.edges.toArray(new byte[0][]);
    }
  }

  private void find(byte[] begin, byte[] end, int halvings) throws RocksDBException, DatabaseUnavailableException {
    byte[] first = edge(begin, end);
    byte[] last = edge(end, first);
    add(begin, first);
    add(last, end);
    byte[] middle = halvings == 0 || Keys.compare(first, last) >= 0 ? null
        : KeyInterpolation.between(first, last, 0.5);
    if (middle != null) {
      find(first, middle, halvings - 1);
      find(middle, last, halvings - 1);
    }
  }

  /** Cuts the file at both ends of a stretch without tombstones, if enough live keys of the table lie there. */
  private void add(byte[] begin, byte[] end) throws DatabaseUnavailableException {
    if (Keys.compare(begin, end) < 0 && isGap(begin, end)) {
      edges.add(begin);
      edges.add(end);
    }
  }

  private boolean isGap(byte[] begin, byte[] end) throws DatabaseUnavailableException {
    return database.readKeys(ReadTier.READ_ALL_TIER, table, begin, end, LEAST_GAP, live -> {
      int left = LEAST_GAP;
      for (live.seekToFirst(); live.isValid() && left > 0; live.next()) {
        left--;
      }
      return left == 0;
    });
  }

  /**
   * Moves a key towards tombstones, as close to the first of them as the steps suffice for.
   *
   * @param none  before or behind all of the tombstones
   * @param other on the other side of them
   */
  private byte[] edge(byte[] none, byte[] other) throws RocksDBException {
    byte[] edge = none;
    byte[] some = other;
    for (int step = 0; step < MAX_STEPS && !Arrays.equals(edge, some); step++) {
      byte[] middle = KeyInterpolation.between(Keys.min(edge, some), Keys.max(edge, some), 0.5);
      if (middle == null) {
        break;
      }
      if (keys.holds(Keys.min(edge, middle), Keys.max(edge, middle))) {
        some = middle;
      } else {
        edge = middle;
      }
    }
    return edge;
  }
}
