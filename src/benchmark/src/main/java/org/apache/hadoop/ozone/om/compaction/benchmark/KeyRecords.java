// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import com.google.protobuf.ByteString;
import java.util.SplittableRandom;
import org.apache.hadoop.hdds.protocol.proto.HddsProtos;
import org.apache.hadoop.ozone.om.compaction.demo.BucketRows;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.KeyInfo;

/** Makes records of keys of some 200 bytes as OM stores them; half of each cannot be compressed. Not thread-safe. */
final class KeyRecords {
  private static final int RANDOM_BYTES = 96;

  private final SplittableRandom random = new SplittableRandom(1);
  private final KeyInfo.Builder key = KeyInfo.newBuilder().setVolumeName(OmDb.VOLUME).setOwnerName("owner")
      .setDataSize(1 << 20).setType(HddsProtos.ReplicationType.RATIS).setFactor(HddsProtos.ReplicationFactor.THREE)
      .setLatestVersion(0).setIsFile(true);
  private final byte[] bytes = new byte[RANDOM_BYTES];

  byte[] next(Bucket bucket, int number) {
    random.nextBytes(bytes);
    long time = 1_700_000_000_000L + number;
    return key.setBucketName(bucket.name()).setKeyName(BucketRows.name(number)).setCreationTime(time)
        .setModificationTime(time).setObjectID(random.nextLong()).setUpdateID(number).clearMetadata()
        .addMetadata(HddsProtos.KeyValue.newBuilder().setKey("ETag").setValueBytes(ByteString.copyFrom(bytes)))
        .build().toByteArray();
  }
}
