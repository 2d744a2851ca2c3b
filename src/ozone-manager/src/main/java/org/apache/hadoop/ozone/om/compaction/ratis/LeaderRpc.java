// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ratis;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.SocketFactory;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.net.StandardSocketFactory;
import org.apache.hadoop.ozone.OzoneConfigKeys;
import org.apache.hadoop.ozone.om.OMConfigKeys;
import org.apache.hadoop.ozone.om.compaction.job.RingSubmitter;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionEnvelope;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Answer;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.protocol.OzoneManagerProtocol;
import org.apache.hadoop.ozone.om.protocolPB.Hadoop3OmTransportFactory;
import org.apache.hadoop.ozone.om.protocolPB.OzoneManagerProtocolClientSideTranslatorPB;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.ratis.protocol.ClientId;

/**
 * Submits commands to the leader over OM's own RPC, as the user that runs this OM. Only the leader can append to the
 * Ratis log.
 */
public final class LeaderRpc implements RingSubmitter, AutoCloseable {
  /**
   * Number of attempts to find the leader, enough to try each OM during an election. Callers repeat a failed call
   * later.
   */
  private static final int MAX_FAILOVERS = 6;
  private static final long RPC_TIMEOUT_SECONDS = 15;
  /**
   * Time limit of a connection attempt. Without it, the client would try an unreachable host 45 times, for 20 s each.
   */
  private static final int CONNECT_TIMEOUT_MILLIS = 2000;
  private static final String RPC_TIMEOUT_KEY = "ozone.om.client.rpc.timeout";

  private final OzoneConfiguration conf;
  private final String serviceId;
  private final UserGroupInformation user;
  private OzoneManagerProtocol client;

  /**
   * @param omConf the OM's configuration; not changed
   * @param user   the user that runs this OM
   */
  public LeaderRpc(OzoneConfiguration omConf, UserGroupInformation user) {
    this.user = user;
    conf = new OzoneConfiguration(omConf);
    conf.setInt(OzoneConfigKeys.OZONE_CLIENT_FAILOVER_MAX_ATTEMPTS_KEY, MAX_FAILOVERS);
    conf.setBoolean(OzoneConfigKeys.OZONE_CLIENT_FOLLOWER_READ_ENABLED_KEY, false);
    conf.setTimeDuration(RPC_TIMEOUT_KEY, RPC_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    conf.setInt(CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_TIMEOUT_KEY, CONNECT_TIMEOUT_MILLIS);
    conf.setInt(CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_ON_SOCKET_TIMEOUTS_KEY, 0);
    conf.setClass(CommonConfigurationKeysPublic.HADOOP_RPC_SOCKET_FACTORY_CLASS_DEFAULT_KEY, LeaderSockets.class,
        SocketFactory.class);
    String internal = conf.getTrimmed(OMConfigKeys.OZONE_OM_INTERNAL_SERVICE_ID);
    serviceId = internal != null ? internal : conf.getTrimmed(OMConfigKeys.OZONE_OM_SERVICE_IDS_KEY);
  }

  @Override
  public Optional<Answer> submit(Command.Builder command) throws IOException {
    byte[] payload = CompactionEnvelope.wrap(command, System.currentTimeMillis());
    // Renews the Kerberos ticket if it expires soon. Without this, Hadoop's RPC would renew it only after a failed
    // connection.
    user.checkTGTAndReloginFromKeytab();
    // A leader without the add-on lets the command into the log, too, but its response contains no answer.
    Optional<byte[]> answer =
        CompactionEnvelope.unwrap(client().echoRPCReq(payload, 0, true).getPayload().toByteArray());
    return answer.isPresent() ? Optional.of(Answer.parseFrom(answer.get())) : Optional.empty();
  }

  private synchronized OzoneManagerProtocol client() throws IOException {
    if (client == null) {
      client = new OzoneManagerProtocolClientSideTranslatorPB(
          new Hadoop3OmTransportFactory().createOmTransport(conf, user, serviceId),
          ClientId.randomId().toString());
    }
    return client;
  }

  @Override
  public synchronized void close() throws IOException {
    if (client != null) {
      client.close();
      client = null;
    }
  }

  /**
   * Gives the add-on an RPC client of its own, with its own connect time-out. Hadoop shares one RPC client among all
   * users of a socket factory class.
   */
  public static final class LeaderSockets extends StandardSocketFactory {
  }
}
