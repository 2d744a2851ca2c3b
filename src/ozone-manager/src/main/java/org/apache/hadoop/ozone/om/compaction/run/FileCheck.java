// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import java.io.File;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.hdds.utils.db.managed.ManagedBlockBasedTableConfig;
import org.apache.hadoop.hdds.utils.db.managed.ManagedOptions;
import org.apache.hadoop.hdds.utils.db.managed.ManagedSstFileReader;
import org.apache.hadoop.ozone.om.compaction.lsm.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.planner.SstFile;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.rocksdb.RocksDBException;

/**
 * Reads SST files through before RocksDB compacts them. A compaction that meets a corrupt block makes RocksDB 7.7.3
 * refuse all writes from then on, which takes the OM down; and targeted compaction reads cold files, which nobody may
 * have read for years. What is read here need not be read from disk again a moment later.
 */
final class FileCheck {
  private final Set<String> sound = new HashSet<>();
  private OmDatabase database;

  /** @throws TurnEndedException if a file is not what was written; no file is changed */
  void check(OmDatabase current, String table, Collection<SstFile> files) throws TurnEndedException {
    if (!current.isSameAs(database)) {
      sound.clear();
      database = current;
    }
    for (SstFile file : files) {
      if (!sound.contains(file.name())) {
        check(new File(current.directory(), file.name()), table);
        sound.add(file.name());
      }
    }
  }

  private static void check(File file, String table) throws TurnEndedException {
    try (ManagedOptions options = new ManagedOptions()) {
      options.setTableFormatConfig(new ManagedBlockBasedTableConfig().setNoBlockCache(true));
      try (ManagedSstFileReader reader = new ManagedSstFileReader(options)) {
        reader.open(file.getPath());
        reader.verifyChecksum();
      }
    } catch (RocksDBException e) {
      // A file that is gone was compacted meanwhile by RocksDB itself.
      if (file.exists()) {
        throw TurnEndedException.failed(TurnReason.COMPACTION_FAILED, "An SST file of " + table + " cannot be read ("
            + e.getMessage() + ") and was left alone, as compacting it would stop all writes: check the disk of om.db"
            + " and bootstrap this OM anew");
      }
    }
  }
}
