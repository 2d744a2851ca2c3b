// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

/** Everybody is an administrator once groups are found; until then nobody is known to be one. */
final class LateAdministrators implements Administrators {
  private volatile boolean found;

  void found(boolean areFound) {
    found = areFound;
  }

  @Override
  public boolean test(String user) {
    return found;
  }

  @Override
  public boolean isUnknown(String user) {
    return !found;
  }
}
