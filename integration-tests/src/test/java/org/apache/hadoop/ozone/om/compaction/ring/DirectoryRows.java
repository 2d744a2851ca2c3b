// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.ozone.om.OMMetadataManager;
import org.apache.hadoop.ozone.om.compaction.demo.BucketRows;
import org.apache.hadoop.ozone.om.compaction.demo.EmbeddedRing;
import org.apache.hadoop.ozone.om.compaction.demo.TableRows;

/** Files in a directory of an FSO bucket, with values as those of files in the bucket itself. */
public record DirectoryRows(BucketRows ofBucket, long directoryId) implements TableRows {
  private static final String TABLE = "fileTable";

  /**
   * Rows of a directory that has been created, once the database of every OM has it.
   *
   * @param path names of the directories from the bucket on
   */
  public static DirectoryRows of(EmbeddedRing ring, String volume, String bucket, String... path) throws IOException {
    ring.awaitApplied();
    OMMetadataManager metadata = ring.leader().getMetadataManager();
    long volumeId = metadata.getVolumeId(volume);
    long bucketId = metadata.getBucketId(volume, bucket);
    long parent = bucketId;
    for (String name : path) {
      parent = metadata.getDirectoryTable()
          .getSkipCache(metadata.getOzonePathKey(volumeId, bucketId, parent, name)).getObjectID();
    }
    return new DirectoryRows(BucketRows.of(ring.leader(), TABLE, volume, bucket), parent);
  }

  @Override
  public String table() {
    return TABLE;
  }

  @Override
  public byte[] key(int row) {
    return (prefix() + BucketRows.name(row)).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public byte[] value(int row) {
    return ofBucket.value(row);
  }

  /** The common prefix of all keys. */
  String prefix() {
    return new String(ofBucket.prefix(), StandardCharsets.UTF_8) + directoryId + '/';
  }
}
