// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import java.io.Closeable;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.OMConfigKeys;
import org.apache.hadoop.ozone.om.compaction.client.members.AskedMembers;
import org.apache.hadoop.ozone.om.compaction.client.members.KeptMembers;
import org.apache.hadoop.ozone.om.compaction.client.members.RingAddresses;
import org.apache.hadoop.ozone.om.compaction.client.members.RingLookup;
import org.apache.hadoop.ozone.om.compaction.client.members.RingMembers;
import org.apache.hadoop.ozone.om.compaction.client.transport.Answers;
import org.apache.hadoop.ozone.om.compaction.client.transport.NodeHttp;
import org.apache.hadoop.ozone.om.compaction.client.transport.OmRingRpc;
import org.apache.hadoop.ozone.om.compaction.client.transport.Questions;
import org.apache.hadoop.ozone.om.compaction.client.transport.RingNode;
import org.apache.hadoop.ozone.om.compaction.client.transport.RingReader;
import org.apache.hadoop.ozone.om.compaction.client.transport.RingRpc;
import org.apache.hadoop.ozone.om.compaction.client.transport.RingSettings;
import org.apache.hadoop.ozone.om.compaction.error.CompactionException;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.BucketList;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.Job;
import org.apache.hadoop.ozone.om.compaction.model.JobList;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.JobRequest;
import org.apache.hadoop.ozone.om.compaction.model.NodeList;
import org.apache.hadoop.ozone.om.compaction.model.Problem;
import org.apache.hadoop.ozone.om.compaction.model.RangeList;
import org.apache.hadoop.ozone.om.compaction.model.Service;
import org.apache.hadoop.ozone.om.compaction.model.ServiceList;
import org.apache.hadoop.ozone.om.compaction.model.SstFileList;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.PauseService;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;
import org.apache.hadoop.ozone.om.compaction.rule.ServiceRules;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * One OM ring seen from outside. Reads ask the OMs over HTTP, at once, and merge; commands go to the leader over OM's
 * RPC. Every call ends within the limits of {@link RingSettings}. Safe for use by several threads.
 */
public final class Ring implements Closeable {
  private static final String NODES = "/nodes";
  private static final String BUCKETS = "/buckets";
  private static final String RANGES = "/ranges";
  private static final String SST_FILES = "/sst-files";
  private static final String SERVICE = "/service";
  private static final String JOBS = "/jobs";

  private final RingRpc rpc;
  private final RingReader reader;
  private final RingLookup lookup;
  private final RingCommands commands;
  private final Clock clock;

  private Ring(RingRpc rpc, RingReader reader, RingLookup lookup, Clock clock) {
    this.rpc = rpc;
    this.reader = reader;
    this.lookup = lookup;
    this.commands = new RingCommands(rpc, clock);
    this.clock = clock;
  }

  /**
   * Connects to nothing yet.
   *
   * @param conf the client's configuration; not changed
   * @param user the caller, over RPC and HTTP
   * @param serviceId null for the only one that is configured, or for a single OM without one
   * @throws CompactionException BAD_REQUEST if the configuration does not say which ring is meant, or where it is
   */
  public static Ring connect(OzoneConfiguration conf, UserGroupInformation user, String serviceId) throws IOException {
    return over(rpc(conf, user, serviceId), conf, user, serviceId);
  }

  /**
   * The same for a process that asks often: who is in the ring is kept. A read waits for the leader to say it anew for
   * {@code readPatience} and then goes with what was known; only as long as nothing is known it waits for as long as
   * the leader is looked for. A command, which needs a leader, waits for {@code commandPatience}.
   */
  public static Ring keep(OzoneConfiguration conf, UserGroupInformation user, String serviceId, Duration readPatience,
      Duration commandPatience) throws IOException {
    RingRpc rpc = rpc(conf, user, serviceId);
    AskedMembers asked = new AskedMembers(rpc, new RingAddresses(conf, serviceId(conf, serviceId)));
    RingSettings settings = conf.getObject(RingSettings.class);
    return of(rpc, conf, user, new KeptMembers(asked, new KeptMembers.Timeouts(settings.getLookupTimeout(),
        readPatience, commandPatience), System::nanoTime));
  }

  private static RingRpc rpc(OzoneConfiguration conf, UserGroupInformation user, String serviceId) throws IOException {
    String ring = serviceId(conf, serviceId);
    try {
      return new OmRingRpc(conf, user, ring, conf.getObject(RingSettings.class));
    } catch (IllegalArgumentException e) {
      throw new CompactionException(ErrorCode.BAD_REQUEST, "The configuration holds no address of the OM ring"
          + (ring == null ? "" : " " + ring) + ": " + e.getMessage(), "serviceId", null, e);
    }
  }

  /**
   * The same over an RPC connection of the caller's.
   *
   * @param rpc closed with the ring
   */
  public static Ring over(RingRpc rpc, OzoneConfiguration conf, UserGroupInformation user, String serviceId)
      throws CompactionException {
    return of(rpc, conf, user, new AskedMembers(rpc, new RingAddresses(conf, serviceId(conf, serviceId))));
  }

  private static Ring of(RingRpc rpc, OzoneConfiguration conf, UserGroupInformation user, RingLookup lookup) {
    RingSettings settings = conf.getObject(RingSettings.class);
    return new Ring(rpc, new RingReader(new NodeHttp(conf, user, settings), settings), lookup, Clock.systemUTC());
  }

  private static String serviceId(OzoneConfiguration conf, String asked) throws CompactionException {
    Collection<String> known = conf.getTrimmedStringCollection(OMConfigKeys.OZONE_OM_SERVICE_IDS_KEY);
    if (asked != null && !asked.isEmpty()) {
      if (!known.contains(asked)) {
        throw CompactionException.badRequest("serviceId", "No OM service '" + asked + "' is configured; "
            + OMConfigKeys.OZONE_OM_SERVICE_IDS_KEY + " holds " + known + ".");
      }
      return asked;
    }
    if (known.size() > 1) {
      throw CompactionException.badRequest("serviceId", "Several OM services are configured: "
          + String.join(", ", known) + "; say which one.");
    }
    return known.isEmpty() ? null : known.iterator().next();
  }

  /**
   * The OMs of the ring; those that did not answer are listed with the reason.
   *
   * @throws CompactionException UNAUTHENTICATED or FORBIDDEN if every OM refuses the caller
   */
  public NodeList nodes() throws IOException {
    RingMembers members = lookup.members();
    Answers<NodeList> answers = reader.read(members.all(), node -> NODES, NodeList.class);
    return NodeMerge.merge(members, answers.isUserRefused() ? answers.orThrow() : answers);
  }

  /**
   * Tombstones per bucket and table; of several nodes the first rows of each.
   *
   * @param query parameters of {@code GET /buckets}
   * @throws CompactionException if no node answered
   */
  public BucketList buckets(Query query) throws IOException {
    query.checked(QueryRules.BUCKETS);
    List<RingNode> nodes = lookup.members().named(query.get("nodeId"));
    if (nodes.size() == 1) {
      return reader.read(nodes.get(0), query.path(BUCKETS), BucketList.class);
    }
    return ListMerge.buckets(severalOf(nodes, query, BUCKETS, BucketList.class));
  }

  /**
   * The ranges that a job would compact; of several nodes the first of each.
   *
   * @param query parameters of {@code GET /ranges}
   * @throws CompactionException if no node answered
   */
  public RangeList ranges(Query query) throws IOException {
    query.checked(QueryRules.RANGES);
    List<RingNode> nodes = lookup.members().named(query.get("nodeId"));
    if (nodes.size() == 1) {
      return reader.read(nodes.get(0), query.path(RANGES), RangeList.class);
    }
    return ListMerge.ranges(severalOf(nodes, query, RANGES, RangeList.class));
  }

  private <T> Answers<T> severalOf(List<RingNode> nodes, Query query, String resource, Class<T> type)
      throws IOException {
    if (query.get("prevKey") != null) {
      throw CompactionException.badRequest("prevKey", "Of several OMs only the first rows are shown: name one OM to"
          + " read on.");
    }
    String path = query.path(resource);
    return reader.read(nodes, node -> path, type).orThrow();
  }

  /**
   * The LSM map of a bucket span or table, on one node.
   *
   * @param query parameters of {@code GET /sst-files}
   */
  public SstFileList sstFiles(Query query) throws IOException {
    query.checked(QueryRules.SST_FILES);
    List<RingNode> nodes = lookup.members().named(query.get("nodeId"));
    if (nodes.size() > 1) {
      throw CompactionException.badRequest("nodeId", "An LSM tree is one node's own; name one node.");
    }
    return reader.read(nodes.get(0), query.path(SST_FILES), SstFileList.class);
  }

  /**
   * The automatic service, as each node that is asked has it.
   *
   * @param query parameters of {@code GET /service}
   * @throws CompactionException if no node answered
   */
  public ServiceList service(Query query) throws IOException {
    query.checked(QueryRules.SERVICE);
    String path = query.path(SERVICE);
    Answers<ServiceList> answers = reader.read(lookup.members().named(query.get("nodeId")), node -> path,
        ServiceList.class).orThrow();
    List<Service> services = answers.given().values().stream().flatMap(list -> list.getServices().stream())
        .collect(Collectors.toList());
    return new ServiceList().totalCount((long) services.size()).services(services).unanswered(answers.unanswered());
  }

  /**
   * Jobs, newest first, running turns as their own nodes see them.
   *
   * @param query parameters of {@code GET /jobs}
   * @throws CompactionException if no node answered
   */
  public JobList jobs(Query query) throws IOException {
    query.checked(QueryRules.JOBS);
    String path = query.path(JOBS);
    return JobMerge.merge(reader.read(lookup.members().all(), node -> path, JobList.class).orThrow());
  }

  /**
   * One job, running turns as their own nodes see them.
   *
   * @throws CompactionException UNKNOWN_JOB, or if no node answered
   */
  public JobReading job(String jobId) throws IOException {
    String path = JOBS + "/" + JobRequestCheck.jobId(jobId);
    Answers<Job> answers = reader.read(lookup.members().all(), node -> path, Job.class).orThrow();
    // An OM that has not heard of the job yet has answered: its turn is as the others say.
    List<Problem> silent = answers.unanswered().stream()
        .filter(problem -> problem.getCode() != ErrorCode.UNKNOWN_JOB).collect(Collectors.toList());
    Job job = JobMerge.merge(answers.given()).unanswered(silent);
    JobEstimate.end(job, clock.instant()).ifPresent(end -> job.estimatedEnd(JobModel.timestamp(end.toEpochMilli())));
    return new JobReading(job, silent);
  }

  /**
   * Submits a job. The same job id twice is one job, so a submission whose answer was lost may be repeated.
   *
   * @param endUser the person behind a service that asks for others, or null
   * @return the job as it was accepted; unanswered are the nodes whose turns would be skipped as things are
   * @throws CompactionException if the request is wrong, the ring refused it, or no leader answered
   */
  public Job trigger(JobRequest request, String endUser) throws IOException {
    return prepared(request, (members, spec, others) -> {
      Job job = commands.submit(spec, endUser);
      List<Problem> problems = TurnOutlook.problems(members, spec, others.answers());
      return job.unanswered(problems.isEmpty() ? null : problems);
    });
  }

  /**
   * All of {@link #trigger} but the submission.
   *
   * @return the nodes whose turns would be skipped as things are
   * @throws CompactionException if the request is wrong, or there is no leader to take it
   */
  public List<Problem> rehearse(JobRequest request) throws IOException {
    return prepared(request, (members, spec, others) -> TurnOutlook.problems(members, spec, others.answers()));
  }

  /** What becomes of a request once it is known whom it is for; the OMs beside the leader may still be answering. */
  private interface Use<T> {
    T of(RingMembers members, JobSpec spec, Questions<NodeList> others) throws IOException;
  }

  private <T> T prepared(JobRequest request, Use<T> use) throws IOException {
    JobSpec asked = JobRequestCheck.checked(request, clock.instant());
    RingMembers members = lookup.membersNow();
    RingNode leader = members.leader();
    JobSpec spec = asked.toBuilder().clearNodeIds().addAllNodeIds(members.turns(asked.getNodeIdsList())).build();
    TurnOutlook.checkParallel(members, spec);
    List<RingNode> others = members.all().stream().filter(node -> node != leader).collect(Collectors.toList());
    try (Questions<NodeList> questions = reader.ask(others, node -> NODES, NodeList.class)) {
      requireAddOn(leader);
      return use.of(members, spec, questions);
    }
  }

  /**
   * Stops a job: no new range starts anywhere.
   *
   * @param endUser the person behind a service that asks for others, or null
   * @return the job after it
   */
  public Job cancel(String jobId, String endUser) throws IOException {
    String checked = JobRequestCheck.jobId(jobId);
    leaderWithAddOn();
    return commands.cancel(checked, endUser);
  }

  /**
   * Stops every job that has not ended. While the leader has none, nothing is sent.
   *
   * @param endUser the person behind a service that asks for others, or null
   * @return the jobs that were stopped, as they are after it
   */
  public JobList cancelAll(String endUser) throws IOException {
    List<Job> jobs = noneOpen(leaderWithAddOn()) ? Collections.emptyList()
        : commands.cancelAll(endUser);
    return new JobList().totalCount((long) jobs.size()).jobs(jobs).unanswered(Collections.emptyList());
  }

  private boolean noneOpen(RingNode leader) throws IOException {
    try {
      return reader.read(leader, JOBS, JobList.class).getJobs().stream().allMatch(job -> job.getEnded() != null);
    } catch (CompactionException e) {
      return false;
    }
  }

  /** @throws CompactionException BAD_REQUEST if no pause is as long */
  public static void checkPause(long forSeconds) throws CompactionException {
    try {
      ServiceRules.check(PauseService.newBuilder().setForSeconds(forSeconds).build());
    } catch (RefusedException e) {
      throw CompactionException.of(e);
    }
  }

  /**
   * Keeps the automatic service from compacting: it begins no round, and an open one is cancelled.
   *
   * @param forSeconds how long; 0 for until it is resumed
   * @param endUser the person behind a service that asks for others, or null
   * @return the service as the leader has it after it
   */
  public ServiceList pauseService(long forSeconds, String endUser) throws IOException {
    checkPause(forSeconds);
    leaderWithAddOn();
    commands.pauseService(forSeconds, endUser);
    return serviceAfterwards();
  }

  /**
   * Lets the automatic service go on, if it is paused or has stood down.
   *
   * @param endUser the person behind a service that asks for others, or null
   * @return the service as the leader has it after it
   */
  public ServiceList resumeService(String endUser) throws IOException {
    leaderWithAddOn();
    commands.resumeService(endUser);
    return serviceAfterwards();
  }

  private ServiceList serviceAfterwards() throws IOException {
    try {
      return service(new Query());
    } catch (CompactionException e) {
      throw new CompactionException(e.getCode(), "The ring has taken it in, but the leader does not show the service: "
          + e.getMessage(), e);
    }
  }

  /** Whether the ring's members have been looked for to an end once: from then on a read waits less. */
  public boolean hasLooked() {
    return lookup.hasLooked();
  }

  private RingNode leaderWithAddOn() throws IOException {
    RingNode leader = lookup.membersNow().leader();
    requireAddOn(leader);
    return leader;
  }

  /**
   * A stock leader would write a command into its log as an echo; so a leader that says it has no add-on is sent none.
   * If it says nothing the command goes out, and its answer tells.
   */
  private void requireAddOn(RingNode leader) throws IOException {
    try {
      reader.read(leader, NODES, NodeList.class);
    } catch (CompactionException e) {
      if (e.getCode() == ErrorCode.ADD_ON_MISSING) {
        throw e;
      }
    }
  }

  @Override
  public void close() throws IOException {
    lookup.close();
    reader.close();
    rpc.close();
  }
}
