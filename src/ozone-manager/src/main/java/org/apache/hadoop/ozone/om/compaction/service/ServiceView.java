// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.model.Service;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;

/** The automatic service as readers see it. Thread-safe. */
public interface ServiceView {
  /** The result of the last look; returns at once. */
  Service current();

  /**
   * Looks now.
   *
   * @param targets valid targets that name a bucket
   */
  Service lookAt(Targets targets) throws DatabaseUnavailableException;
}
