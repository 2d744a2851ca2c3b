// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.hdds.server.OzoneAdmins;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;

class OmAdministratorsTest {
  /** The machine knows no such user, so a look-up finds no group, as it does while LDAP does not answer. */
  private static final String WITHOUT_GROUPS = "nobody-has-this-name";

  private static OmAdministrators of(List<String> users, List<String> groups) {
    return new OmAdministrators(() -> true, new OzoneAdmins(users, groups)::isAdmin, () -> groups);
  }

  @Test
  void namesAndGroupsAreAdministrators() throws Exception {
    UserGroupInformation self = UserGroupInformation.getCurrentUser();
    String user = self.getShortUserName();
    assertThat(of(List.of(user), List.of())).accepts(user).rejects(WITHOUT_GROUPS, "");
    assertThat(of(List.of(), self.getGroups())).accepts(user).rejects(WITHOUT_GROUPS);
  }

  @Test
  void userWithoutGroupsMayBeAnAdministratorWhereGroupsMakeOne() throws Exception {
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    OmAdministrators byGroup = of(List.of(), List.of("wheel-of-nobody"));
    assertThat(byGroup.isUnknown(WITHOUT_GROUPS)).isTrue();
    assertThat(byGroup.isUnknown(user)).as("its groups are known").isFalse();
    assertThat(of(List.of("alice"), List.of()).isUnknown(WITHOUT_GROUPS)).as("groups make nobody one").isFalse();
  }

  @Test
  void everybodyIsOneWithoutAuthorization() {
    assertThat(new OmAdministrators(() -> false, user -> false, List::of)).accepts("anybody");
  }
}
