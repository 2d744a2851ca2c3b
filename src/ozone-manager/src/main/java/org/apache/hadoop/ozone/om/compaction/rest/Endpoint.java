// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import org.apache.hadoop.ozone.om.compaction.database.CorruptFiles;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.NodeJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeListJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceListJson;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;

/** One path of the API, with the parameters that it accepts and the method that answers it. */
final class Endpoint {
  private static final String ROOT = "/v1";
  private static final String JOB = ROOT + "/jobs/";

  private final QueryRules parameters;
  private final Load load;
  private final Answer answer;

  private Endpoint(QueryRules parameters, Load load, Answer answer) {
    this.parameters = parameters;
    this.load = load;
    this.answer = answer;
  }

  /**
   * {@code path} is what follows {@code /compaction} in the request; may be null.
   *
   * @throws RefusedException NOT_FOUND if no endpoint has this path
   */
  static Endpoint of(String path) throws RefusedException {
    if (path != null && path.startsWith(JOB)) {
      String jobId = path.substring(JOB.length());
      return new Endpoint(QueryRules.NONE, Load.JOBS, (reads, query) -> JobsEndpoint.job(reads, jobId));
    }
    switch (path == null || !path.startsWith(ROOT) ? "" : path.substring(ROOT.length())) {
      case "/nodes":
        return new Endpoint(QueryRules.NONE, Load.LIGHT, Endpoint::nodes);
      case "/places":
        return new Endpoint(QueryRules.PLACES, Load.DATABASE, PlacesEndpoint::places);
      case "/buckets":
        return new Endpoint(QueryRules.BUCKETS, Load.DATABASE, BucketsEndpoint::buckets);
      case "/ranges":
        return new Endpoint(QueryRules.RANGES, Load.DATABASE, RangesEndpoint::ranges);
      case "/sst-files":
        return new Endpoint(QueryRules.SST_FILES, Load.DATABASE, SstFilesEndpoint::files);
      case "/service":
        return new Endpoint(QueryRules.SERVICE, Load.DATABASE, Endpoint::service);
      case "/jobs":
        return new Endpoint(QueryRules.JOBS, Load.JOBS, JobsEndpoint::jobs);
      default:
        throw RefusedException.of(ErrorCode.NOT_FOUND, "There is nothing here. An OM serves"
            + " /compaction/v1/nodes, /places, /buckets, /ranges, /sst-files, /service, /jobs and /jobs/{jobId}.");
    }
  }

  /** Answers {@code /nodes}, for this OM alone. */
  private static NodeListJson nodes(CompactionReads reads, Parameters query) {
    NodeJson node = reads.node().describe();
    SlowListSummary.Report slowLists = reads.slowLists().now();
    slowLists.warnings().forEach(node::addWarningsItem);
    node.slowLists(slowLists.summary());
    reads.planner().corruptFiles().forEach(file -> node.addWarningsItem(CorruptFiles.whatToDo(file)));
    return new NodeListJson().totalCount(1L).addNodesItem(node);
  }

  /**
   * Answers {@code /service}: the state of this OM's automatic service or, if the request names a bucket, what the
   * service would do with that bucket.
   */
  private static ServiceListJson service(CompactionReads reads, Parameters query)
      throws RefusedException, DatabaseUnavailableException {
    Targets targets = query.targets(reads);
    return new ServiceListJson().totalCount(1L).addServicesItem(targets.getBucketsCount() == 0
        ? ServiceModel.current(reads.service()) : ServiceModel.lookAt(reads.service(), targets));
  }

  QueryRules parameters() {
    return parameters;
  }

  Load load() {
    return load;
  }

  Object answer(CompactionReads reads, Parameters query) throws RefusedException, DatabaseUnavailableException {
    return answer.of(reads, query);
  }

  /** The groups of requests. In each limited group, only a few requests are answered at a time. */
  enum Load {
    /** Not limited. */
    LIGHT,
    /** Limited, because these requests read the database. */
    DATABASE,
    /** Limited, because jobs may be large. */
    JOBS
  }

  private interface Answer {
    Object of(CompactionReads reads, Parameters query) throws RefusedException, DatabaseUnavailableException;
  }
}
