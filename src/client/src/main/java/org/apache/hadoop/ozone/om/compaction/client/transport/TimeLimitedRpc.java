// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client.transport;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.OzoneConfigKeys;
import org.apache.hadoop.ozone.om.compaction.rpc.OmRpc;
import org.apache.hadoop.ozone.om.compaction.rpc.RingRpc;
import org.apache.hadoop.ozone.om.helpers.ServiceInfo;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Calls OM's RPC with a time limit for each call. OM's own client would search for a leader for a quarter of an hour:
 * 500 tries, 2 s apart.
 */
public final class TimeLimitedRpc implements RingRpc {
  private static final int MILLIS_BETWEEN_ROUNDS = 1000;
  private static final int THREADS = 16;

  private final RingRpc om;
  private final Duration lookupTimeout;
  private final Duration submitTimeout;
  private final ExecutorService threads = RingThreads.pool("compaction-ring-rpc", THREADS);

  /**
   * Makes a client without opening a connection.
   *
   * @param serviceId null if the ring is configured without one
   * @throws IllegalArgumentException if no OM address is configured
   */
  public TimeLimitedRpc(OzoneConfiguration conf, UserGroupInformation user, String serviceId, RingSettings settings)
      throws IOException {
    lookupTimeout = settings.getLookupTimeout();
    submitTimeout = settings.getSubmitTimeout();
    OzoneConfiguration patient = new OzoneConfiguration(conf);
    patient.setLong(OzoneConfigKeys.OZONE_CLIENT_WAIT_BETWEEN_RETRIES_MILLIS_KEY, MILLIS_BETWEEN_ROUNDS);
    om = new OmRpc(patient, user, serviceId, settings.getConnectTimeout(), submitTimeout).open();
  }

  @Override
  public byte[] echo(byte[] payload) throws IOException {
    return within(submitTimeout, () -> om.echo(payload));
  }

  @Override
  public List<ServiceInfo> services() throws IOException {
    return within(lookupTimeout, om::services);
  }

  private <T> T within(Duration limit, Callable<T> call) throws IOException {
    Future<T> answer = threads.submit(call);
    try {
      return RingThreads.await(answer, limit, "no leader answered within " + limit.toMillis() / 1000.0 + " s");
    } finally {
      answer.cancel(true);
    }
  }

  @Override
  public void close() throws IOException {
    threads.shutdownNow();
    om.close();
  }
}
