// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.model.Service;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;

/** The automatic service of this OM. May be called by several threads. */
public interface ServiceView {
  /** As it looked last; returns at once. */
  Service current();

  /**
   * Looks anew.
   *
   * @param targets as checked, with a bucket
   */
  Service lookAt(Targets targets) throws DatabaseUnavailableException;
}
