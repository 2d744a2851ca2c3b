// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.security.Principal;
import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.job.NextSteps;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadersTest {
  private static final Readers ADMIN_ONLY = Readers.only(user -> user.getUserName().equals("admin"));

  @ParameterizedTest
  @CsvSource({
      "admin,  kerberos, ",
      "admin,  Negotiate, ",
      "mallory, kerberos, is not an OM administrator",
      "dr.who, ,         has not authenticated you",
      "admin,  ,         has not authenticated you",
      "admin,  simple,   has not authenticated you",
      "admin,  SIMPLE,   has not authenticated you",
      ",       ,         has not authenticated you",
      ",       kerberos, has not authenticated you"})
  void onlyAnAuthenticatedAdministratorReads(String user, String authType, String refusal) {
    HttpServletRequest request = request(user, authType);
    if (refusal == null) {
      assertThatCode(() -> ADMIN_ONLY.check(request)).doesNotThrowAnyException();
    } else {
      assertThatThrownBy(() -> ADMIN_ONLY.check(request)).isInstanceOf(RefusedException.class)
          .hasMessageContaining(refusal);
    }
  }

  @Test
  void whoIsNotAuthenticatedIsToldWhatToSet() {
    assertThatThrownBy(() -> ADMIN_ONLY.check(request("admin", "simple"))).isInstanceOfSatisfying(
        RefusedException.class, refused -> NextSteps.assertNextStep(refused, "'ozone admin om compaction nodes'"));
  }

  @Test
  void whereSecurityIsOffNobodyIsAsked() {
    assertThatCode(() -> Readers.everybody().check(request("dr.who", null))).doesNotThrowAnyException();
    assertThatCode(() -> Readers.everybody().check(request(null, null))).doesNotThrowAnyException();
  }

  @Test
  void aPrincipalThatNoRuleKnowsIsRefused() {
    Readers readers = Readers.only(user -> {
      throw new IllegalArgumentException("no auth_to_local rule");
    });

    assertThatThrownBy(() -> readers.check(request("stranger", "kerberos"))).isInstanceOf(RefusedException.class);
  }

  private static HttpServletRequest request(String user, String authType) {
    Principal principal = () -> user;
    return (HttpServletRequest) Proxy.newProxyInstance(ReadersTest.class.getClassLoader(),
        new Class<?>[] {HttpServletRequest.class}, (proxy, method, arguments) -> {
          switch (method.getName()) {
            case "getUserPrincipal":
              return user == null ? null : principal;
            case "getAuthType":
              return authType;
            default:
              throw new AssertionError("not to be asked: " + method.getName());
          }
        });
  }
}
