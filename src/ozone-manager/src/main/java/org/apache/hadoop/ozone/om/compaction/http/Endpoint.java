// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;

/** One path of the contract. */
interface Endpoint {
  String ROOT = "/v1";

  /** Parameters that the query may hold. */
  QueryRules parameters();

  /** Whether it reads the database: few of these run at a time. */
  boolean isHeavy();

  /** Whether it shows jobs, which may be large: few of these run at a time, whatever reads the database meanwhile. */
  default boolean readsJobs() {
    return false;
  }

  Reply answer(CompactionReads reads, Parameters query) throws RefusedException, DatabaseUnavailableException;

  /** @param path behind {@code /compaction}; may be null */
  static Endpoint of(String path) throws RefusedException {
    if (path != null && path.startsWith(ROOT + JobEndpoint.PREFIX)) {
      return new JobEndpoint(path.substring(ROOT.length() + JobEndpoint.PREFIX.length()));
    }
    switch (path == null || !path.startsWith(ROOT) ? "" : path.substring(ROOT.length())) {
      case "/nodes":
        return new NodesEndpoint();
      case "/buckets":
        return new BucketsEndpoint();
      case "/ranges":
        return new RangesEndpoint();
      case "/sst-files":
        return new SstFilesEndpoint();
      case "/service":
        return new ServiceEndpoint();
      case "/jobs":
        return new JobsEndpoint();
      default:
        throw RefusedException.of(ErrorCode.NOT_FOUND, "There is nothing here. An OM serves"
            + " /compaction/v1/nodes, /buckets, /ranges, /sst-files, /service, /jobs and /jobs/{jobId}.");
    }
  }
}
