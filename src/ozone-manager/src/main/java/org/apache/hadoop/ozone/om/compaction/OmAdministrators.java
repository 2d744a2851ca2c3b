// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction;

import java.util.Collection;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.ozone.om.compaction.job.Administrators;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * The administrators of an OM. While admin authorization is off, every user is one. Hadoop tells no failed look-up of
 * groups, such as by LDAP, from a user without groups.
 */
final class OmAdministrators implements Administrators {
  private final BooleanSupplier isAuthorizationOn;
  private final Predicate<UserGroupInformation> admins;
  private final Supplier<? extends Collection<String>> adminGroups;

  /**
   * @param isAuthorizationOn true if users are authorised at all
   * @param admins            true for an administrator, by name or by group
   * @param adminGroups       the groups whose members are administrators
   */
  OmAdministrators(BooleanSupplier isAuthorizationOn, Predicate<UserGroupInformation> admins,
      Supplier<? extends Collection<String>> adminGroups) {
    this.isAuthorizationOn = isAuthorizationOn;
    this.admins = admins;
    this.adminGroups = adminGroups;
  }

  @Override
  public boolean test(String user) {
    return !isAuthorizationOn.getAsBoolean() || holds(user, admins);
  }

  @Override
  public boolean isUnknown(String user) {
    return !adminGroups.get().isEmpty() && holds(user, named -> named.getGroups().isEmpty());
  }

  private static boolean holds(String user, Predicate<UserGroupInformation> what) {
    try {
      return what.test(UserGroupInformation.createRemoteUser(user));
    } catch (IllegalArgumentException e) {
      // Job records can hold an empty name, or a name that no rule of auth_to_local maps. Such a user is no
      // administrator.
      return false;
    }
  }
}
