// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client.transport;

import static org.apache.hadoop.fs.CommonConfigurationKeysPublic.HADOOP_RPC_SOCKET_FACTORY_CLASS_DEFAULT_KEY;
import static org.apache.hadoop.fs.CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_ON_SOCKET_TIMEOUTS_KEY;
import static org.apache.hadoop.fs.CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_TIMEOUT_KEY;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.net.SocketFactory;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.net.StandardSocketFactory;
import org.apache.hadoop.ozone.OzoneConfigKeys;
import org.apache.hadoop.ozone.om.helpers.ServiceInfo;
import org.apache.hadoop.ozone.om.protocol.OzoneManagerProtocol;
import org.apache.hadoop.ozone.om.protocolPB.Hadoop3OmTransportFactory;
import org.apache.hadoop.ozone.om.protocolPB.OzoneManagerProtocolClientSideTranslatorPB;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.ratis.protocol.ClientId;

/**
 * Calls OM's RPC with a time limit for each call. OM's own client would search for a leader for a quarter of an hour.
 * Its default is 500 tries, 2 s apart.
 */
public final class OmRingRpc implements RingRpc {
  private static final String OM_RPC_TIMEOUT = "ozone.om.client.rpc.timeout";
  private static final int MILLIS_BETWEEN_ROUNDS = 1000;
  private static final int THREADS = 16;

  private final OzoneManagerProtocol om;
  private final UserGroupInformation user;
  private final Duration lookupTimeout;
  private final Duration submitTimeout;
  private final ExecutorService threads = RingThreads.pool("compaction-ring-rpc", THREADS);

  /**
   * Makes a client without opening a connection.
   *
   * @param serviceId null if the ring is configured without one
   * @throws IllegalArgumentException if no OM address is configured
   */
  public OmRingRpc(OzoneConfiguration conf, UserGroupInformation user, String serviceId, RingSettings settings)
      throws IOException {
    this.user = user;
    lookupTimeout = settings.getLookupTimeout();
    submitTimeout = settings.getSubmitTimeout();
    om = new OzoneManagerProtocolClientSideTranslatorPB(
        new Hadoop3OmTransportFactory().createOmTransport(bounded(conf, settings), user, serviceId),
        ClientId.randomId().toString());
  }

  private static OzoneConfiguration bounded(OzoneConfiguration conf, RingSettings settings) {
    OzoneConfiguration bounded = new OzoneConfiguration(conf);
    bounded.setLong(IPC_CLIENT_CONNECT_TIMEOUT_KEY, settings.getConnectTimeout().toMillis());
    bounded.setInt(IPC_CLIENT_CONNECT_MAX_RETRIES_ON_SOCKET_TIMEOUTS_KEY, 0);
    if (bounded.getClass(HADOOP_RPC_SOCKET_FACTORY_CLASS_DEFAULT_KEY, null) == StandardSocketFactory.class) {
      bounded.setClass(HADOOP_RPC_SOCKET_FACTORY_CLASS_DEFAULT_KEY, RingSockets.class, SocketFactory.class);
    }
    bounded.setTimeDuration(OM_RPC_TIMEOUT, settings.getSubmitTimeout().toMillis(), TimeUnit.MILLISECONDS);
    bounded.setLong(OzoneConfigKeys.OZONE_CLIENT_WAIT_BETWEEN_RETRIES_MILLIS_KEY, MILLIS_BETWEEN_ROUNDS);
    bounded.setBoolean(OzoneConfigKeys.OZONE_CLIENT_FOLLOWER_READ_ENABLED_KEY, false);
    return bounded;
  }

  @Override
  public byte[] echo(byte[] payload) throws IOException {
    return within(submitTimeout, () -> om.echoRPCReq(payload, 0, true).getPayload().toByteArray());
  }

  @Override
  public List<ServiceInfo> services() throws IOException {
    return within(lookupTimeout, om::getServiceList);
  }

  private <T> T within(Duration limit, Callable<T> call) throws IOException {
    Future<T> answer = threads.submit(() -> {
      // Renews the ticket before the call. Hadoop's RPC renews it only after a failure and a pause of seconds, which is
      // too late for the time limit.
      user.checkTGTAndReloginFromKeytab();
      return call.call();
    });
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

  /**
   * Makes the same sockets as the default factory. Hadoop shares one connect time-out among all users of a factory
   * class, so only a class of our own can have another time-out.
   */
  public static final class RingSockets extends StandardSocketFactory {
  }
}
