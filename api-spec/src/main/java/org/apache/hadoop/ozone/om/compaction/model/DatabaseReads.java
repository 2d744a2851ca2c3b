// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.model;

import java.io.Closeable;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;

/**
 * The contract's reads of LSM trees, from a database that no OM has open. The command and the OM's classes, which it
 * loads by a class loader of their own, know each other by this type alone.
 */
public interface DatabaseReads extends Closeable {

  /** @param query the query string of {@code GET /buckets}, or null */
  BucketList buckets(String query) throws RefusedException;

  /** @param query the query string of {@code GET /ranges}, or null */
  RangeList ranges(String query) throws RefusedException;

  /** @param query the query string of {@code GET /sst-files} */
  SstFileList sstFiles(String query) throws RefusedException;

  /** Names the missing tables and the unreadable files, a sentence each. */
  List<String> warnings() throws RefusedException;
}
