// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.proto;

import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.MessageLite;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;

/**
 * Marks an EchoRPC payload as ours. OM has no extension point for new replicated requests; a write EchoRPC carries
 * opaque bytes through OM's RPC server and Ratis log and changes nothing in a stock OM. The mark is long enough that no
 * other user of EchoRPC (a load generator sends random bytes) meets it by chance. Upstream, a request type of its own
 * would replace this class.
 */
public final class CompactionEnvelope {
  /** Version of the contract that this code speaks. */
  public static final int VERSION = 2;

  private static final byte[] MAGIC = "OZONE-RANGE-CMP\1".getBytes(StandardCharsets.US_ASCII);

  private CompactionEnvelope() {
  }

  /**
   * A command as it travels. It carries the lowest version that defines what it uses, so that a ring whose OMs are
   * being upgraded one by one takes all that the older ones understand.
   *
   * @param command without version and time
   * @param sentAtMs milliseconds since 1970
   */
  public static byte[] wrap(Command.Builder command, long sentAtMs) {
    return wrap(command.setVersion(needed(command.build())).setSentAtMs(sentAtMs).build());
  }

  /** @return the lowest version that defines all fields and values that are set in a message, at any depth */
  public static int needed(Message message) {
    int version = 1;
    for (Map.Entry<FieldDescriptor, Object> field : message.getAllFields().entrySet()) {
      version = Math.max(version, field.getKey().getOptions().getExtension(CompactionProtos.since));
      Object set = field.getValue();
      for (Object value : set instanceof List ? (List<?>) set : Collections.singletonList(set)) {
        if (value instanceof Message) {
          version = Math.max(version, needed((Message) value));
        } else if (value instanceof EnumValueDescriptor) {
          version = Math.max(version,
              ((EnumValueDescriptor) value).getOptions().getExtension(CompactionProtos.valueSince));
        }
      }
    }
    return version;
  }

  /** Puts a message behind the mark. */
  public static byte[] wrap(MessageLite message) {
    byte[] body = message.toByteArray();
    byte[] payload = Arrays.copyOf(MAGIC, MAGIC.length + body.length);
    System.arraycopy(body, 0, payload, MAGIC.length, body.length);
    return payload;
  }

  /**
   * Takes the mark off.
   *
   * @param payload anything that came as an EchoRPC payload
   * @return the serialized message, or empty when the payload is not ours
   */
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
