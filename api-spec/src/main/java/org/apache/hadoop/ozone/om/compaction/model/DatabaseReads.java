// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.model;

import java.io.Closeable;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;

/** Reads an OM's database while no OM has it open; {@code ozone admin} loads it by a separate class loader. */
public interface DatabaseReads extends Closeable {

  /** @param query the query string of {@code GET /places}, or null */
  SlowPlaceListJson places(String query) throws RefusedException;

  /** @param query the query string of {@code GET /buckets}, or null */
  BucketListJson buckets(String query) throws RefusedException;

  /** @param query the query string of {@code GET /ranges}, or null */
  RangeListJson ranges(String query) throws RefusedException;

  /** @param query the query string of {@code GET /sst-files} */
  SstFileListJson sstFiles(String query) throws RefusedException;

  /** One sentence for each missing table and each unreadable file. */
  List<String> warnings() throws RefusedException;
}
