// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ratis;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdds.utils.db.BatchOperation;
import org.apache.hadoop.ozone.om.OMMetadataManager;
import org.apache.hadoop.ozone.om.compaction.job.JobDelta;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ServiceRecord;
import org.apache.hadoop.ozone.om.response.CleanupTableInfo;
import org.apache.hadoop.ozone.om.response.OMClientResponse;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.OMResponse;

/**
 * The response to a command. It adds the changed records to the database batch that also holds OM's transaction info.
 */
@CleanupTableInfo(cleanupTables = {})
final class CompactionResponse extends OMClientResponse {
  private final List<JobRecord> written;
  private final List<String> removed;
  private final Optional<ServiceRecord> service;

  private CompactionResponse(OMResponse response, List<JobRecord> written, List<String> removed,
      Optional<ServiceRecord> service) {
    super(response);
    this.written = written;
    this.removed = removed;
    this.service = service;
  }

  static CompactionResponse changing(OMResponse response, JobDelta delta) {
    return new CompactionResponse(response, delta.getWritten(), delta.getRemoved(), delta.getService());
  }

  static CompactionResponse refusing(OMResponse response) {
    return new CompactionResponse(response, Collections.emptyList(), Collections.emptyList(), Optional.empty());
  }

  @Override
  protected void addToDBBatch(OMMetadataManager metadata, BatchOperation batch) throws IOException {
    for (JobRecord job : written) {
      JobRecordTable.put(metadata, batch, job);
    }
    for (String jobId : removed) {
      JobRecordTable.delete(metadata, batch, jobId);
    }
    if (service.isPresent()) {
      JobRecordTable.put(metadata, batch, service.get());
    }
  }
}
