// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.BucketListJson;
import org.apache.hadoop.ozone.om.compaction.model.DatabaseReads;
import org.apache.hadoop.ozone.om.compaction.model.RangeListJson;
import org.apache.hadoop.ozone.om.compaction.model.SlowPlaceListJson;
import org.apache.hadoop.ozone.om.compaction.model.SstFileListJson;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;

/** Reads the LSM trees of a database that no OM has open. */
public final class DatabaseTrees implements TreeReads {
  private final String nodeId;
  private final DatabaseReads reads;

  /** A query for a node other than {@code nodeId} is refused; {@code reads} are closed with this object. */
  public DatabaseTrees(String nodeId, DatabaseReads reads) {
    this.nodeId = nodeId;
    this.reads = reads;
  }

  private interface Read<T> {
    T of(String query) throws RefusedException;
  }

  @Override
  public SlowPlaceListJson places(Query query) throws IOException {
    return read(reads::places, query, QueryRules.PLACES);
  }

  @Override
  public BucketListJson buckets(Query query) throws IOException {
    return read(reads::buckets, query, QueryRules.BUCKETS);
  }

  @Override
  public RangeListJson ranges(Query query) throws IOException {
    return read(reads::ranges, query, QueryRules.RANGES);
  }

  @Override
  public SstFileListJson sstFiles(Query query) throws IOException {
    return read(reads::sstFiles, query, QueryRules.SST_FILES);
  }

  /** One sentence for each missing table and each unreadable file. */
  public List<String> warnings() throws IOException {
    return read(query -> reads.warnings(), new Query(), QueryRules.NONE);
  }

  private <T> T read(Read<T> read, Query query, QueryRules rules) throws RefusedException {
    if (query.get("nodeId") != null && !query.get("nodeId").equals(nodeId)) {
      throw RefusedException.ofParameter("nodeId", "It names OMs of a ring. A database is one OM's own: leave it"
          + " out.");
    }
    String path = query.nodeId(null).checked(rules).path("");
    return read.of(path.isEmpty() ? null : path.substring(1));
  }

  @Override
  public void close() throws IOException {
    reads.close();
  }
}
