// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.client.members.KeptMembers;
import org.apache.hadoop.ozone.om.compaction.client.members.RingAddresses;
import org.apache.hadoop.ozone.om.compaction.client.members.RingLookup;
import org.apache.hadoop.ozone.om.compaction.client.members.RingMembers;
import org.apache.hadoop.ozone.om.compaction.client.transport.Answers;
import org.apache.hadoop.ozone.om.compaction.client.transport.NodeHttp;
import org.apache.hadoop.ozone.om.compaction.client.transport.TimeLimitedRpc;
import org.apache.hadoop.ozone.om.compaction.client.transport.RingNode;
import org.apache.hadoop.ozone.om.compaction.client.transport.RingReader;
import org.apache.hadoop.ozone.om.compaction.client.transport.RingSettings;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.BucketListJson;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobListJson;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.NodeJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeListJson;
import org.apache.hadoop.ozone.om.compaction.model.ProblemJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeListJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceListJson;
import org.apache.hadoop.ozone.om.compaction.model.SlowPlaceListJson;
import org.apache.hadoop.ozone.om.compaction.model.SstFileListJson;
import org.apache.hadoop.ozone.om.compaction.rpc.RingRpc;
import org.apache.hadoop.ozone.om.compaction.rule.Limits;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * One ring of OMs as seen by a client. Its read methods ask the OMs over HTTP and merge the answers; {@link #commands}
 * go to the leader. Thread-safe.
 */
public final class Ring implements RingReads {
  private static final String PLACES = "/places";
  private static final String OPEN_JOBS = "?state=QUEUED%2CRUNNING&limit=" + Limits.ROWS;
  private static final String BUCKETS = "/buckets";
  private static final String RANGES = "/ranges";
  private static final String SST_FILES = "/sst-files";
  private static final String SERVICE = "/service";

  /** Time limit of {@link #others}. Short, so that a slow OM does not delay the {@code list} command. */
  private static final Duration OTHERS_TIME = Duration.ofMillis(500);

  private final RingRpc rpc;
  private final RingReader reader;
  private final RingLookup lookup;

  private Ring(RingRpc rpc, RingReader reader, RingLookup lookup) {
    this.rpc = rpc;
    this.reader = reader;
    this.lookup = lookup;
  }

  /**
   * Makes a ring without opening a connection.
   *
   * @param conf not changed
   * @param serviceId null for the only ring that is configured, or for an OM without a service id
   * @throws RefusedException BAD_REQUEST if the configuration does not determine the ring or its addresses
   */
  public static Ring connect(OzoneConfiguration conf, UserGroupInformation user, String serviceId) throws IOException {
    return over(rpc(conf, user, serviceId), conf, user, serviceId);
  }

  /**
   * Makes a ring that remembers its members. The first search for the members has its own, configured time limit.
   *
   * @param readPatience how long a read looks for the leader before it uses the remembered members
   * @param commandPatience how long a command looks for the leader before it is refused
   */
  public static Ring rememberingMembers(OzoneConfiguration conf, UserGroupInformation user, String serviceId,
      Duration readPatience, Duration commandPatience) throws IOException {
    RingRpc rpc = rpc(conf, user, serviceId);
    return of(rpc, conf, user, new KeptMembers(rpc, addresses(conf, serviceId),
        conf.getObject(RingSettings.class).getLookupTimeout(), readPatience, commandPatience, System::nanoTime));
  }

  private static RingRpc rpc(OzoneConfiguration conf, UserGroupInformation user, String serviceId) throws IOException {
    String ring = RingAddresses.serviceId(conf, serviceId);
    try {
      return new TimeLimitedRpc(conf, user, ring, conf.getObject(RingSettings.class));
    } catch (IllegalArgumentException e) {
      throw new RefusedException(ErrorCode.BAD_REQUEST, "The configuration holds no address of the OM ring"
          + (ring == null ? "" : " " + ring) + ": " + e.getMessage(), "serviceId", null, e);
    }
  }

  /** Makes a ring with the caller's RPC client, which is closed with the ring. */
  public static Ring over(RingRpc rpc, OzoneConfiguration conf, UserGroupInformation user, String serviceId)
      throws RefusedException {
    return of(rpc, conf, user, new RingLookup(rpc, addresses(conf, serviceId)));
  }

  private static RingAddresses addresses(OzoneConfiguration conf, String serviceId) throws RefusedException {
    return new RingAddresses(conf, RingAddresses.serviceId(conf, serviceId));
  }

  private static Ring of(RingRpc rpc, OzoneConfiguration conf, UserGroupInformation user, RingLookup lookup) {
    RingSettings settings = conf.getObject(RingSettings.class);
    return new Ring(rpc, new RingReader(new NodeHttp(conf, user, settings), settings), lookup);
  }

  /**
   * Lists the OMs of the ring. An OM that did not answer is listed with the reason.
   *
   * @throws RefusedException UNAUTHENTICATED or FORBIDDEN if every OM refuses the caller
   */
  public NodeListJson nodes() throws IOException {
    RingMembers members = lookup.members();
    Answers<NodeListJson> answers = reader.read(members.all(), RingReader.NODES, NodeListJson.class);
    return NodeMerge.merge(members, answers.isUserRefused() ? answers.orThrow() : answers);
  }

  /**
   * The places where lists are slow, slowest first; of several nodes only the first page of each.
   *
   * @throws RefusedException if no node answered
   */
  @Override
  public SlowPlaceListJson places(Query query) throws IOException {
    return rows(query.checked(QueryRules.PLACES), PLACES, SlowPlaceListJson.class, ListMerge::places);
  }

  /**
   * The tombstones of each bucket in each table; of several nodes only the first page of each.
   *
   * @throws RefusedException if no node answered
   */
  @Override
  public BucketListJson buckets(Query query) throws IOException {
    return rows(query.checked(QueryRules.BUCKETS), BUCKETS, BucketListJson.class, ListMerge::buckets);
  }

  /**
   * The ranges that a job would compact; of several nodes only the first page of each.
   *
   * @throws RefusedException if no node answered
   */
  @Override
  public RangeListJson ranges(Query query) throws IOException {
    RangeListJson list = rows(query.checked(QueryRules.RANGES), RANGES, RangeListJson.class, ListMerge::ranges);
    return list.getJobsInTheWay().isEmpty() ? list : withoutEndedJobs(list);
  }

  /**
   * Leaves out jobs in the way that have ended: an OM that was asked may have yet to apply what the leader has, such as
   * a cancel. Leaves the list as it is if the leader does not answer.
   */
  private RangeListJson withoutEndedJobs(RangeListJson list) throws IOException {
    JobListJson open;
    try {
      open = reader.read(lookup.members().leader(), RingReader.JOBS + OPEN_JOBS, JobListJson.class);
    } catch (RefusedException e) {
      return list;
    }
    if (open.getNextKey() == null) {
      Set<String> ids = open.getJobs().stream().map(JobJson::getJobId).collect(Collectors.toSet());
      list.getJobsInTheWay().removeIf(job -> !ids.contains(job.getJobId()));
    }
    return list;
  }

  @Override
  public List<NodeJson> others(Query query) throws IOException {
    RingMembers members = lookup.members();
    List<RingNode> others = new ArrayList<>(members.all());
    others.removeAll(members.select(query.get("nodeId")));
    return NodeMerge.nodes(members, others, reader.read(others, RingReader.NODES, NodeListJson.class, OTHERS_TIME));
  }

  private <T> T rows(Query query, String resource, Class<T> type, Function<Answers<T>, T> merge) throws IOException {
    List<RingNode> nodes = lookup.members().select(query.get("nodeId"));
    String path = query.path(resource);
    if (nodes.size() == 1) {
      return reader.read(nodes.get(0), path, type);
    }
    if (query.get("prevKey") != null) {
      throw RefusedException.ofParameter("prevKey", "Of several OMs only the first rows are shown: name one OM to"
          + " read on.");
    }
    return merge.apply(reader.read(nodes, path, type).orThrow());
  }

  /** The levels and SST files of a bucket, a key range or a table on one node. */
  @Override
  public SstFileListJson sstFiles(Query query) throws IOException {
    query.checked(QueryRules.SST_FILES);
    List<RingNode> nodes = lookup.members().select(query.get("nodeId"));
    if (nodes.size() > 1) {
      throw RefusedException.ofParameter("nodeId", "An LSM tree is one OM's own: name one.");
    }
    return reader.read(nodes.get(0), query.path(SST_FILES), SstFileListJson.class);
  }

  /**
   * The automatic service as each requested node reports it.
   *
   * @throws RefusedException if no node answered
   */
  @Override
  public ServiceListJson service(Query query) throws IOException {
    query.checked(QueryRules.SERVICE);
    List<RingNode> nodes = lookup.members().select(query.get("nodeId"));
    Answers<ServiceListJson> answers = reader.read(nodes, query.path(SERVICE), ServiceListJson.class).orThrow();
    List<ServiceJson> services = answers.given().values().stream().flatMap(list -> list.getServices().stream())
        .collect(Collectors.toList());
    return new ServiceListJson().totalCount((long) services.size()).services(services).unanswered(answers.unanswered());
  }

  /**
   * Lists jobs, newest first, by the parameters of {@code GET /jobs}.
   *
   * @throws RefusedException if no node answered
   */
  public JobListJson jobs(Query query) throws IOException {
    query.checked(QueryRules.JOBS);
    return JobMerge.merge(reader.read(lookup.members().all(), query.path(RingReader.JOBS), JobListJson.class)
        .orThrow());
  }

  /**
   * Returns one job. The progress of a running turn comes from its own node, if this node answers.
   *
   * @throws RefusedException UNKNOWN_JOB, or if no node answered
   */
  public JobJson job(String jobId) throws IOException {
    String path = RingReader.JOBS + "/" + JobRequestCheck.jobId(jobId);
    Answers<JobJson> answers = reader.read(lookup.members().all(), path, JobJson.class).orThrow();
    // UNKNOWN_JOB is an answer, too. It comes from an OM that has not applied the job's submission.
    List<ProblemJson> silent = answers.unanswered().stream()
        .filter(problem -> problem.getCode() != ErrorCode.UNKNOWN_JOB).collect(Collectors.toList());
    JobJson job = JobMerge.merge(answers.given()).unanswered(silent);
    JobEstimate.end(job, Instant.now()).ifPresent(end -> job.estimatedEnd(JobModel.timestamp(end.toEpochMilli())));
    return job;
  }

  /** Returns an object that sends commands under the caller's own name. */
  public RingCommands commands() {
    return commandsOf(null);
  }

  /** Sends commands for {@code endUser}, who uses a service such as Recon; null for the caller itself. */
  public RingCommands commandsOf(String endUser) {
    return new RingCommands(this, rpc, reader, lookup, endUser == null ? "" : endUser);
  }

  /** True after the first search for the ring's members has ended. From then on, reads have a shorter time limit. */
  public boolean hasLooked() {
    return lookup.hasLooked();
  }

  @Override
  public void close() throws IOException {
    lookup.close();
    reader.close();
    rpc.close();
  }
}
