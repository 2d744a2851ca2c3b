// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.proto;

import com.google.protobuf.MessageLite;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;

/**
 * Marks the payload of an EchoRPC as a message of this add-on. OM has no extension point for replicated requests, but
 * its log carries the payload of a write EchoRPC.
 */
public final class CompactionEnvelope {
  /** Version of compaction.proto that this code implements. A leader refuses commands of a newer version. */
  public static final int VERSION = 1;

  private static final byte[] MAGIC = "OZONE-RANGE-CMP\1".getBytes(StandardCharsets.US_ASCII);

  private CompactionEnvelope() {
  }

  /** The payload that carries a command, to which this adds the version and the time in milliseconds since 1970. */
  public static byte[] wrap(Command.Builder command, long sentAtMs) {
    return wrap(command.setVersion(VERSION).setSentAtMs(sentAtMs).build());
  }

  /** Returns the mark, followed by the serialized message. */
  public static byte[] wrap(MessageLite message) {
    byte[] body = message.toByteArray();
    byte[] payload = Arrays.copyOf(MAGIC, MAGIC.length + body.length);
    System.arraycopy(body, 0, payload, MAGIC.length, body.length);
    return payload;
  }

  /** The serialized message without the mark; empty if the payload of the EchoRPC is not ours. */
  public static Optional<byte[]> unwrap(byte[] payload) {
    if (payload.length < MAGIC.length) {
      return Optional.empty();
    }
    for (int i = 0; i < MAGIC.length; i++) {
      if (payload[i] != MAGIC[i]) {
        return Optional.empty();
      }
    }
    return Optional.of(Arrays.copyOfRange(payload, MAGIC.length, payload.length));
  }
}
