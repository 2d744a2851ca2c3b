// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.ozone.om.compaction.model.BucketList;
import org.apache.hadoop.ozone.om.compaction.model.RangeList;
import org.apache.hadoop.ozone.om.compaction.model.SstFileList;

/** The reads of LSM trees: of the OMs of a ring, or of a database. */
public interface TreeReads extends Closeable {

  /** @param query parameters of {@code GET /buckets} */
  BucketList buckets(Query query) throws IOException;

  /** @param query parameters of {@code GET /ranges} */
  RangeList ranges(Query query) throws IOException;

  /** @param query parameters of {@code GET /sst-files} */
  SstFileList sstFiles(Query query) throws IOException;
}
