// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import java.util.function.Predicate;

/** Tells which users are Ozone administrators, as one OM's configuration and group look-ups have it at the moment. */
@FunctionalInterface
public interface Administrators extends Predicate<String> {

  /** True if a user may be an administrator although {@link #test} is false, because a look-up found no group. */
  default boolean isUnknown(String user) {
    return false;
  }

  /** Says why {@link #test} is false, without a capital letter and a full stop. */
  default String refusal(String user) {
    return isUnknown(user)
        ? "no group of " + user + " could be looked up, so whether that is an Ozone administrator is not known"
        : user + " is not an Ozone administrator";
  }
}
