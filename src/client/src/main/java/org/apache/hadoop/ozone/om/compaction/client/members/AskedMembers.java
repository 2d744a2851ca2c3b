// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client.members;

import java.io.IOException;
import org.apache.hadoop.ozone.om.compaction.client.transport.RingRpc;
import org.apache.hadoop.ozone.om.compaction.client.transport.RpcErrors;

/** Asks the leader at each lookup, for a process that asks once. */
public final class AskedMembers implements RingLookup {
  private final RingRpc rpc;
  private final RingAddresses addresses;
  private volatile boolean looked;

  public AskedMembers(RingRpc rpc, RingAddresses addresses) {
    this.rpc = rpc;
    this.addresses = addresses;
  }

  @Override
  public RingMembers members() {
    try {
      return listed();
    } catch (IOException e) {
      return configured(e);
    } finally {
      looked = true;
    }
  }

  @Override
  public RingMembers membersNow() {
    return members();
  }

  @Override
  public boolean hasLooked() {
    return looked;
  }

  /** @throws IOException if no leader could be reached */
  RingMembers listed() throws IOException {
    return new RingMembers(addresses.members(rpc.services()), null);
  }

  /** @param noLeader why no leader could be reached */
  RingMembers configured(IOException noLeader) {
    return new RingMembers(addresses.configured(), RpcErrors.translate(noLeader));
  }
}
