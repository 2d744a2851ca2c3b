// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring.service;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobListJson;
import org.apache.hadoop.ozone.om.compaction.model.JobOriginJson;
import org.apache.hadoop.ozone.om.compaction.ring.RingFixture;
import org.apache.hadoop.ozone.om.compaction.ring.TestRing;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** The automatic service of the shared ring, switched on only during its own tests. */
@ExtendWith(RingFixture.class)
abstract class ServiceOnRing {
  static final String KEYS = "ozone.om.range.compaction.service.";
  static final ObjectMapper JSON = CompactionJson.mapper();

  static TestRing ring;

  /** Ids of the rounds of earlier tests. */
  private static final Set<String> EARLIER = new HashSet<>();

  private final Map<String, String> settings;

  /** @param settings keys without their common prefix */
  ServiceOnRing(Map<String, String> settings) {
    this.settings = settings;
  }

  @BeforeEach
  void switchServiceOn(TestRing shared) throws Exception {
    ring = shared;
    EARLIER.clear();
    rounds().forEach(round -> EARLIER.add(round.getJobId()));
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      ring.nodes().reconfigure(KEYS + setting.getKey(), setting.getValue());
    }
    ring.nodes().reconfigure(KEYS + "interval", "1s");
    ring.nodes().reconfigure(KEYS + "enabled", "true");
  }

  @AfterEach
  void switchServiceOff() throws ReconfigurationException {
    ring.run("service", "resume");
    ring.nodes().reconfigure(KEYS + "enabled", "false");
  }

  /** The rounds of this test. */
  static List<JobJson> rounds() throws Exception {
    return JSON.readValue(ring.runs("status", "--json"), JobListJson.class).getJobs().stream()
        .filter(job -> job.getOrigin() == JobOriginJson.SERVICE && !EARLIER.contains(job.getJobId())).toList();
  }
}
