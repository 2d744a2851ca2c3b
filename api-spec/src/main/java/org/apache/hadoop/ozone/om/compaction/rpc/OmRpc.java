// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rpc;

import static org.apache.hadoop.fs.CommonConfigurationKeysPublic.HADOOP_RPC_SOCKET_FACTORY_CLASS_DEFAULT_KEY;
import static org.apache.hadoop.fs.CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_ON_SOCKET_TIMEOUTS_KEY;
import static org.apache.hadoop.fs.CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_TIMEOUT_KEY;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.SocketFactory;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.net.StandardSocketFactory;
import org.apache.hadoop.ozone.OzoneConfigKeys;
import org.apache.hadoop.ozone.om.OMConfigKeys;
import org.apache.hadoop.ozone.om.helpers.ServiceInfo;
import org.apache.hadoop.ozone.om.protocol.OzoneManagerProtocol;
import org.apache.hadoop.ozone.om.protocolPB.Hadoop3OmTransportFactory;
import org.apache.hadoop.ozone.om.protocolPB.OzoneManagerProtocolClientSideTranslatorPB;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.ratis.protocol.ClientId;

/** Calls the leader, as only the leader can append to the Ratis log, with a time limit for each OM that it tries. */
public final class OmRpc implements RingRpc {
  private static final String OM_RPC_TIMEOUT = "ozone.om.client.rpc.timeout";
  /** Enough attempts to find the leader to try each OM during an election. Callers repeat a failed call later. */
  private static final int FAILOVERS_OF_OM = 6;
  private static final Duration CONNECT_TIMEOUT_OF_OM = Duration.ofSeconds(2);
  private static final Duration CALL_TIMEOUT_OF_OM = Duration.ofSeconds(15);

  private final OzoneConfiguration conf;
  private final String serviceId;
  private final UserGroupInformation user;
  private OzoneManagerProtocol client;
  private boolean closed;

  /**
   * Makes a client that looks up no OM before {@link #open} or the first call.
   *
   * @param omConf how often and after what pauses other OMs are tried; not changed
   * @param serviceId null if the ring is configured without one
   * @param connectTimeout without it, Hadoop tries an unreachable host 45 times, for 20 s each; another socket factory
   *     than Hadoop's standard one keeps the limit of its first user in the process
   */
  public OmRpc(OzoneConfiguration omConf, UserGroupInformation user, String serviceId, Duration connectTimeout,
      Duration callTimeout) {
    this.user = user;
    this.serviceId = serviceId;
    conf = new OzoneConfiguration(omConf);
    conf.setBoolean(OzoneConfigKeys.OZONE_CLIENT_FOLLOWER_READ_ENABLED_KEY, false);
    conf.setTimeDuration(OM_RPC_TIMEOUT, callTimeout.toMillis(), TimeUnit.MILLISECONDS);
    conf.setLong(IPC_CLIENT_CONNECT_TIMEOUT_KEY, connectTimeout.toMillis());
    conf.setInt(IPC_CLIENT_CONNECT_MAX_RETRIES_ON_SOCKET_TIMEOUTS_KEY, 0);
    String sockets = conf.getTrimmed(HADOOP_RPC_SOCKET_FACTORY_CLASS_DEFAULT_KEY, "");
    if (sockets.isEmpty() || sockets.equals(StandardSocketFactory.class.getName())) {
      conf.setClass(HADOOP_RPC_SOCKET_FACTORY_CLASS_DEFAULT_KEY, RingSockets.class, SocketFactory.class);
    }
  }

  /** The client of an OM for its own commands; {@code omConf} is the OM's configuration, which is not changed. */
  public static OmRpc ofOm(OzoneConfiguration omConf, UserGroupInformation user) {
    OzoneConfiguration conf = new OzoneConfiguration(omConf);
    conf.setInt(OzoneConfigKeys.OZONE_CLIENT_FAILOVER_MAX_ATTEMPTS_KEY, FAILOVERS_OF_OM);
    // OM's own calls may have set a time limit for the connections of the factory that is configured.
    conf.unset(HADOOP_RPC_SOCKET_FACTORY_CLASS_DEFAULT_KEY);
    String internal = conf.getTrimmed(OMConfigKeys.OZONE_OM_INTERNAL_SERVICE_ID);
    return new OmRpc(conf, user, internal != null ? internal : conf.getTrimmed(OMConfigKeys.OZONE_OM_SERVICE_IDS_KEY),
        CONNECT_TIMEOUT_OF_OM, CALL_TIMEOUT_OF_OM);
  }

  /**
   * Reads the OMs' addresses, without opening a connection.
   *
   * @throws IllegalArgumentException if no OM address is configured
   */
  public OmRpc open() throws IOException {
    client();
    return this;
  }

  @Override
  public byte[] echo(byte[] payload) throws IOException {
    return loggedIn().echoRPCReq(payload, 0, true).getPayload().toByteArray();
  }

  @Override
  public List<ServiceInfo> services() throws IOException {
    return loggedIn().getServiceList();
  }

  /**
   * Renews the Kerberos ticket if it expires soon. Hadoop's RPC renews it only after a failed connection and a pause of
   * seconds, which is too late for a time limit.
   */
  private OzoneManagerProtocol loggedIn() throws IOException {
    user.checkTGTAndReloginFromKeytab();
    return client();
  }

  private synchronized OzoneManagerProtocol client() throws IOException {
    if (closed) {
      throw new IOException("The client of the ring is closed.");
    }
    if (client == null) {
      client = new OzoneManagerProtocolClientSideTranslatorPB(
          new Hadoop3OmTransportFactory().createOmTransport(conf, user, serviceId),
          ClientId.randomId().toString());
    }
    return client;
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    if (client != null) {
      client.close();
      client = null;
    }
  }

  /**
   * Makes the same sockets as the default factory. Hadoop shares one connect time-out among all users of a factory
   * class, so only a class of our own can have another time-out.
   */
  public static final class RingSockets extends StandardSocketFactory {
  }
}
