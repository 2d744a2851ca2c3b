// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client.transport;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.ozone.om.helpers.ServiceInfo;

/** The two calls of OM's RPC that a client of a ring needs. */
public interface RingRpc extends Closeable {

  /**
   * Sends a payload through the ring's log.
   *
   * @return the leader's answer; empty from a leader without the add-on
   * @throws IOException an OMException if the leader refused the payload; another exception if no leader was reached
   */
  byte[] echo(byte[] payload) throws IOException;

  /**
   * The services of the cluster as the leader knows them.
   *
   * @throws IOException if no leader could be reached
   */
  List<ServiceInfo> services() throws IOException;
}
