// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.LsmSnapshot;
import org.apache.hadoop.ozone.om.compaction.database.MemtableKeys;
import org.apache.hadoop.ozone.om.compaction.database.MemtablePuts;
import org.apache.hadoop.ozone.om.compaction.database.Memtables;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.price.EntrySizes;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LiveKeys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tree of a table as it will be after a flush of its memtables. An estimate. Immutable. */
public final class AfterFlush {
  private static final Logger LOG = LoggerFactory.getLogger(AfterFlush.class);
  /** Longer than the name of any SST file, so that the file counts as the youngest. */
  private static final String NAME = "file-of-the-flush.sst";

  private final SstFile file;
  private final LsmTable tree;

  private AfterFlush(SstFile file, LsmTable tree) {
    this.file = file;
    this.tree = tree;
  }

  /** Reads the live keys of the memtables. Null if they hold no tombstones: no job flushes the table then. */
  public static AfterFlush of(LsmSnapshot snapshot, String table) throws DatabaseUnavailableException {
    Memtables memory = snapshot.memtables(table);
    KeyRange hull = memory.tombstones() == 0 ? null : MemtableKeys.hull(snapshot.database(), table);
    if (hull == null) {
      return null;
    }
    LsmTable now = snapshot.table(table);
    MemtablePuts puts = MemtablePuts.of(snapshot.database(), table);
    long entries = puts.count() + memory.tombstones();
    long bytes = EntrySizes.of(now.files()).bytes(puts.count(), puts.bytes(), memory.tombstones());
    SstFile file = new SstFile(NAME, 0, hull.begin(), hull.lastKey(),
        Math.min(snapshot.database().memtableBytes(table), bytes), entries, memory.tombstones(), false);
    return new AfterFlush(file, with(file, now, snapshot.database()));
  }

  private static LsmTable with(SstFile file, LsmTable table, OmDatabase database) {
    List<SstFile> files = new ArrayList<>(table.files());
    files.add(file);
    LiveKeys ofFiles = table.liveKeys();
    return LsmTable.of(table.name(), table.levels(), files).withBaseLevel(table.baseLevel())
        .withSettings(table.settings()).withLiveKeys(new LiveKeys() {
          @Override
          public List<byte[]> sample(SstFile of) {
            return of.equals(file) ? Collections.emptyList() : ofFiles.sample(of);
          }

          @Override
          public BitSet held(SstFile of, SstFile above) {
            return above.equals(file) ? heldByMemory(database, table.name(), ofFiles.sample(of))
                : ofFiles.held(of, above);
          }
        });
  }

  /** Returns the indexes, within {@code puts}, of the puts that memtables have deleted or replaced. */
  private static BitSet heldByMemory(OmDatabase database, String table, List<byte[]> puts) {
    BitSet held = new BitSet();
    try {
      for (int i = 0; i < puts.size(); i++) {
        held.set(i, MemtableKeys.hides(database, table, puts.get(i)));
      }
    } catch (DatabaseUnavailableException e) {
      LOG.debug("What a flush of {} writes is estimated without samples: {}", table, e.toString());
    }
    return held;
  }

  /** True if a file is one that a flush has yet to write. It cannot be read. */
  static boolean isExpected(SstFile file) {
    return file.name().equals(NAME);
  }

  public String table() {
    return tree.name();
  }

  public KeyRange keys() {
    return new KeyRange(file.smallestKey(), file.largestKey());
  }

  public long bytes() {
    return file.sizeBytes();
  }

  public long tombstones() {
    return file.tombstones();
  }

  /** The table's files and the one that the flush writes. */
  LsmTable tree() {
    return tree;
  }
}
