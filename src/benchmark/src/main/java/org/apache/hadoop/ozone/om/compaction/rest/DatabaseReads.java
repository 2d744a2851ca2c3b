// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.OMMetadataManager;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.job.JobImage;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeJson;
import org.apache.hadoop.ozone.om.compaction.model.WaitJson;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;

/** Reads of one om.db as the OM's servlet answers them, without an OM. Nothing is cached when it is created. */
public final class DatabaseReads {
  private final NodePlanner planner;
  private final CompactionReads reads;

  /** @param exactCounts closed by the caller; what it has counted is not forgotten */
  public DatabaseReads(Supplier<? extends OMMetadataManager> om, ExactCounts exactCounts) {
    planner = new NodePlanner(new LsmReader(om), exactCounts, CompactionConfig.from(new OzoneConfiguration()));
    reads = new CompactionReads(new OneNode(), planner, null, Readers.everybody());
  }

  NodePlanner planner() {
    return planner;
  }

  /** @return the answer as JSON. @param what as {@code buckets}. @param query as in an address, without {@code ?} */
  public byte[] json(String what, String query) throws Exception {
    Endpoint endpoint = Endpoint.of("/v1/" + what);
    return CompactionJson.bytes(endpoint.answer(reads, new Parameters(query, endpoint.parameters())));
  }

  /** The call that every read needs. @return the number of SST files */
  public int listFiles() throws Exception {
    return planner.reader().database().rocks().getLiveFilesMetaData().size();
  }

  /** Stands for an OM that has no jobs. */
  private static final class OneNode implements NodeView {
    @Override
    public String nodeId() {
      return "om1";
    }

    @Override
    public NodeJson describe() {
      return new NodeJson().nodeId(nodeId());
    }

    @Override
    public Optional<String> jobsFault() {
      return Optional.empty();
    }

    @Override
    public JobImage jobs() {
      return JobImage.of(List.of());
    }

    @Override
    public Optional<WaitJson> waitingFor(String jobId) {
      return Optional.empty();
    }
  }
}
