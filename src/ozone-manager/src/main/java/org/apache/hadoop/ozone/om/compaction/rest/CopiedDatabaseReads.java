// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import java.io.File;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.conf.ServiceConfig;
import org.apache.hadoop.ozone.om.compaction.database.CopiedDatabase;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseFaultException;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.database.LsmSnapshot;
import org.apache.hadoop.ozone.om.compaction.database.SpanTables;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.BucketListJson;
import org.apache.hadoop.ozone.om.compaction.model.DatabaseReads;
import org.apache.hadoop.ozone.om.compaction.model.RangeListJson;
import org.apache.hadoop.ozone.om.compaction.model.SlowPlaceListJson;
import org.apache.hadoop.ozone.om.compaction.model.SstFileListJson;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.WorthCompacting;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.apache.hadoop.ozone.om.compaction.slow.SlowPlaces;

/**
 * Runs an OM's REST endpoints on a {@link CopiedDatabase}. The class {@code OmClasses} of {@code ozone admin om
 * compaction} loads this class by name from the jars of {@code ozone om}.
 */
public final class CopiedDatabaseReads implements DatabaseReads {
  private final File path;
  private final CopiedDatabase database;
  private final LsmReader reader;
  private final ExactCounts exactCounts = new ExactCounts();
  private final TreeReadContext reads;

  /**
   * @param conf the configuration of this host
   * @param path directory of the database; answers give it as the node id
   */
  public CopiedDatabaseReads(OzoneConfiguration conf, File path) throws RefusedException {
    this.path = path;
    database = CopiedDatabase.open(conf, path);
    reader = new LsmReader(() -> database);
    WorthCompacting rule = new WorthCompacting(new SlowPlaces(), Clock.systemUTC());
    rule.use(ServiceConfig.from(conf));
    NodePlanner planner = new NodePlanner(reader, exactCounts, CompactionConfig.from(conf), rule);
    reads = new TreeReadContext(path::getPath, planner);
  }

  private interface Read<T> {
    T of(TreeReadContext reads, Parameters query) throws RefusedException, DatabaseUnavailableException;
  }

  @Override
  public SlowPlaceListJson places(String query) throws RefusedException {
    return answer(PlacesEndpoint::places, query, QueryRules.PLACES);
  }

  @Override
  public BucketListJson buckets(String query) throws RefusedException {
    return answer(BucketsEndpoint::buckets, query, QueryRules.BUCKETS);
  }

  @Override
  public RangeListJson ranges(String query) throws RefusedException {
    return answer(RangesEndpoint::ranges, query, QueryRules.RANGES);
  }

  @Override
  public SstFileListJson sstFiles(String query) throws RefusedException {
    return answer(SstFilesEndpoint::files, query, QueryRules.SST_FILES);
  }

  private <T> T answer(Read<T> read, String query, QueryRules rules) throws RefusedException {
    try {
      return read.of(reads, new Parameters(query, rules));
    } catch (DatabaseUnavailableException | DatabaseFaultException e) {
      throw CopiedDatabase.unreadable(path, e);
    }
  }

  @Override
  public List<String> warnings() throws RefusedException {
    try {
      LsmSnapshot snapshot = reader.read();
      List<String> warnings = new ArrayList<>();
      database.lockFailure().ifPresent(warnings::add);
      Set<String> unreadable = new HashSet<>();
      for (String table : SpanTables.names()) {
        // Ozone before 2.2 lacks the table whose keys belong to no bucket, so there is no warning about that table.
        if (!database.has(table) && SpanTables.haveBuckets(table)) {
          warnings.add(path + " has no table " + table + ": another version of Ozone wrote it. It counts as empty.");
        }
      }
      for (String table : snapshot.tables()) {
        // A file that shows 0 entries has unreadable properties, because RocksDB writes no SST file without entries.
        snapshot.table(table).files().stream().filter(file -> file.entries() == 0).map(SstFile::name)
            .forEach(unreadable::add);
      }
      if (!database.unknownOptions().isEmpty()) {
        warnings.add(path + " was opened by another version of RocksDB. Options that this one does not know were left"
            + " out: " + String.join(", ", database.unknownOptions()) + ".");
      }
      warnings.addAll(database.damagedFiles(unreadable));
      return warnings;
    } catch (DatabaseUnavailableException | DatabaseFaultException e) {
      throw CopiedDatabase.unreadable(path, e);
    }
  }

  @Override
  public void close() {
    exactCounts.close();
    database.stop();
  }
}
