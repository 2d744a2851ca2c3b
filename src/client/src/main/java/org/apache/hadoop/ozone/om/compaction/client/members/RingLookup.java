// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client.members;

import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.ozone.om.compaction.client.transport.RpcErrors;
import org.apache.hadoop.ozone.om.compaction.rpc.RingRpc;

/** Looks up the members of a ring. Each call asks the leader; {@link KeptMembers} asks less often. */
public class RingLookup implements Closeable {
  private final RingRpc rpc;
  private final RingAddresses addresses;

  public RingLookup(RingRpc rpc, RingAddresses addresses) {
    this.rpc = rpc;
    this.addresses = addresses;
  }

  /** Returns the members for a read: those that the leader lists or, without a leader, those in the configuration. */
  public RingMembers members() {
    return membersNow();
  }

  /** The members as the leader lists them now; without a leader, the configured ones and why it is unknown. */
  public RingMembers membersNow() {
    try {
      return listed();
    } catch (IOException e) {
      return configured(e);
    }
  }

  /**
   * True if the first lookup has ended. Always true here, because each call of {@link #members} makes its own lookup.
   */
  public boolean hasLooked() {
    return true;
  }

  /** Returns the members as the leader lists them; throws if no leader could be reached. */
  final RingMembers listed() throws IOException {
    return new RingMembers(addresses.members(rpc.services()), null);
  }

  /** Returns the members in the configuration; {@code noLeader} tells why no leader could be reached. */
  final RingMembers configured(IOException noLeader) {
    return new RingMembers(addresses.configured(), RpcErrors.translate(noLeader));
  }

  @Override
  public void close() {
    // Nothing is kept open.
  }
}
