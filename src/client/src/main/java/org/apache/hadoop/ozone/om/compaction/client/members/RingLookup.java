// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client.members;

import java.io.Closeable;
import java.io.IOException;

/** Looks up the members of a ring. */
public interface RingLookup extends Closeable {

  /** Members for a read: those that are known, or without a leader those of the configuration. */
  RingMembers members();

  /** Members for a command: as the leader lists them now, or those of the configuration and why there is no leader. */
  RingMembers membersNow();

  /** Whether the first look has come to an end, well or not. */
  boolean hasLooked();

  @Override
  default void close() throws IOException {
    // A lookup that keeps nothing has nothing to close.
  }
}
