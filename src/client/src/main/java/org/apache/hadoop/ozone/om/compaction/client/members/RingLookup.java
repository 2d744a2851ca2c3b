// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client.members;

import java.io.Closeable;
import java.io.IOException;

/** Who is in a ring, each time that somebody wants to know. */
public interface RingLookup extends Closeable {

  /** For a read: what is known, or without a leader what the configuration says. */
  RingMembers members();

  /** For a command: as the leader lists them now, or what the configuration says and why there is no leader. */
  RingMembers membersNow();

  /** Whether the first look has come to an end, well or not. */
  boolean hasLooked();

  @Override
  void close() throws IOException;
}
