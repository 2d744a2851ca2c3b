// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.model.ServiceList;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;

/** {@code /service}: what the automatic service of this OM is at; with a bucket, what it makes of that. */
final class ServiceEndpoint implements Endpoint {
  @Override
  public QueryRules parameters() {
    return QueryRules.SERVICE;
  }

  @Override
  public boolean isHeavy() {
    return true;
  }

  @Override
  public Reply answer(CompactionReads reads, Parameters query) throws RefusedException, DatabaseUnavailableException {
    Targets targets = TargetQuery.read(reads, query);
    return Reply.of(new ServiceList().totalCount(1L).addServicesItem(targets.getBucketsCount() == 0
        ? reads.service().current() : reads.service().lookAt(targets)));
  }
}
