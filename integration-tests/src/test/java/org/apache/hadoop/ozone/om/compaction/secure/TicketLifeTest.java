// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.secure;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.PrivilegedExceptionAction;
import java.util.Date;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import javax.security.auth.kerberos.KerberosTicket;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobRequestJson;
import org.apache.hadoop.ozone.om.compaction.model.TargetsJson;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authentication.util.SubjectUtil;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Recon and the OMs outlive a ticket. Their clients renew it from the keytab. */
@Tag("secure")
@ExtendWith(SecureRingFixture.class)
class TicketLifeTest {
  /** The first request after the ticket has expired. */
  private interface Request {
    void on(Ring ring) throws Exception;
  }

  static Stream<Named<Request>> requests() {
    return Stream.of(Named.of("a write", TicketLifeTest::writes), Named.of("a read", TicketLifeTest::reads));
  }

  @ParameterizedTest
  @MethodSource("requests")
  void clientWithAKeytabOutlivesItsTicket(Request first, SecureRing secure) throws Exception {
    UserGroupInformation user = secure.omElsewhere(2);
    Date end = endOfTicket(user);
    SecureRing.await("the ticket's end").until(() -> end.before(new Date()));

    try (Ring ring = Ring.connect(secure.clientConf(Map.of()), user, null)) {
      first.on(ring);
    }
  }

  private static void writes(Ring ring) throws Exception {
    JobJson job = ring.commands().trigger(new JobRequestJson().jobId(UUID.randomUUID().toString())
        .targets(new TargetsJson().addBucketsItem(SecureRing.WORST)).notBefore("2090-01-01T00:00:00Z"));
    ring.commands().cancel(job.getJobId());
  }

  private static void reads(Ring ring) throws Exception {
    assertThat(ring.nodes().getNodes()).hasSize(3).allSatisfy(node -> assertThat(node.getProblem()).isNull());
  }

  private static Date endOfTicket(UserGroupInformation user) throws Exception {
    return user.doAs((PrivilegedExceptionAction<Date>) () -> SubjectUtil.current()
        .getPrivateCredentials(KerberosTicket.class).iterator().next().getEndTime());
  }
}
