// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client.members;

import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.ozone.om.compaction.client.transport.RingRpc;
import org.apache.hadoop.ozone.om.compaction.client.transport.RpcErrors;

/** Looks up the members of a ring. Asks the leader at each call, for a process that asks once. */
public class RingLookup implements Closeable {
  private final RingRpc rpc;
  private final RingAddresses addresses;

  public RingLookup(RingRpc rpc, RingAddresses addresses) {
    this.rpc = rpc;
    this.addresses = addresses;
  }

  /** Members for a read: those in the leader's list or, without a leader, those in the configuration. */
  public RingMembers members() {
    return membersNow();
  }

  /**
   * Members for a command: those in the leader's current list, or those in the configuration with the reason why no
   * leader was found.
   */
  public RingMembers membersNow() {
    try {
      return listed();
    } catch (IOException e) {
      return configured(e);
    }
  }

  /** False only in a subclass whose first lookup has not ended yet and can take longer than later ones. */
  public boolean hasLooked() {
    return true;
  }

  /** @throws IOException if no leader could be reached */
  final RingMembers listed() throws IOException {
    return new RingMembers(addresses.members(rpc.services()), null);
  }

  /** @param noLeader why no leader could be reached */
  final RingMembers configured(IOException noLeader) {
    return new RingMembers(addresses.configured(), RpcErrors.translate(noLeader));
  }

  @Override
  public void close() {
    // Nothing is kept open.
  }
}
