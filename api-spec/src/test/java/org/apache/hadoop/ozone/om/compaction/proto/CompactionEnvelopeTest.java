// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.proto;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Hello;
import org.junit.jupiter.api.Test;

/** How a command travels. */
class CompactionEnvelopeTest {
  @Test
  void commandIsWrappedWithMarkVersionAndTime() throws Exception {
    Command.Builder hello = Command.newBuilder().setHello(Hello.newBuilder().addAllOpenJobIds(List.of("a", "b")));
    byte[] payload = CompactionEnvelope.wrap(hello, 5);

    Command read = Command.parseFrom(CompactionEnvelope.unwrap(payload).orElseThrow());
    assertThat(read.getVersion()).isEqualTo(CompactionEnvelope.VERSION);
    assertThat(read.getSentAtMs()).isEqualTo(5);
    assertThat(read.getHello()).isEqualTo(hello.getHello());
  }
}
