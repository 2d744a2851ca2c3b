// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client.members;

import java.io.Closeable;
import java.io.IOException;

/** Looks up the members of a ring. */
public interface RingLookup extends Closeable {

  /** Members for a read: the known ones or, without a leader, those of the configuration. */
  RingMembers members();

  /**
   * Members for a command: the leader's present list, or those of the configuration with the reason why there is no
   * leader.
   */
  RingMembers membersNow();

  /** Whether the first look has ended, successfully or not. */
  boolean hasLooked();

  @Override
  default void close() throws IOException {
    // A lookup that keeps nothing has nothing to close.
  }
}
