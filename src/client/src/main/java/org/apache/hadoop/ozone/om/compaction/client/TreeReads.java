// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import java.io.Closeable;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.model.BucketListJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeListJson;
import org.apache.hadoop.ozone.om.compaction.model.SlowPlaceListJson;
import org.apache.hadoop.ozone.om.compaction.model.SstFileListJson;

/** Reads of LSM trees, either from a ring's OMs or from a database that no OM has open. */
public interface TreeReads extends Closeable {

  /** @param query parameters of {@code GET /places} */
  SlowPlaceListJson places(Query query) throws IOException;

  /** @param query parameters of {@code GET /buckets} */
  BucketListJson buckets(Query query) throws IOException;

  /**
   * Returns the OMs that the query does not select, each with its own report, which tells whether a list is slow
   * there. Empty without a ring. An OM that does not answer within half a second has a problem instead of a report.
   *
   * @param query parameters of {@code GET /places}
   */
  default List<NodeJson> others(Query query) throws IOException {
    return Collections.emptyList();
  }

  /** @param query parameters of {@code GET /ranges} */
  RangeListJson ranges(Query query) throws IOException;

  /** @param query parameters of {@code GET /sst-files} */
  SstFileListJson sstFiles(Query query) throws IOException;
}
