// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.ozone.om.OMMetadataManager;
import org.apache.hadoop.ozone.om.compaction.demo.BucketRows;
import org.apache.hadoop.ozone.om.compaction.demo.EmbeddedRing;
import org.apache.hadoop.ozone.om.compaction.demo.TableRows;
import org.apache.hadoop.ozone.om.helpers.OmDirectoryInfo;

/** Files in a directory of an FSO bucket, with values as those of files in the bucket itself. */
public record DirectoryRows(BucketRows ofBucket, long directoryId) implements TableRows {
  private static final String TABLE = "fileTable";

  /**
   * Rows of a directory that has been created, once the leader's database has it.
   *
   * @param path names of the directories from the bucket on
   */
  public static DirectoryRows of(EmbeddedRing ring, String volume, String bucket, String... path) throws IOException {
    long parent = ring.leader().getMetadataManager().getBucketId(volume, bucket);
    for (String name : path) {
      parent = awaitId(ring, volume, bucket, parent, name);
    }
    return new DirectoryRows(BucketRows.of(ring.leader(), TABLE, volume, bucket), parent);
  }

  private static long awaitId(EmbeddedRing ring, String volume, String bucket, long parent, String name) {
    OmDirectoryInfo[] directory = new OmDirectoryInfo[1];
    TestRing.await("directory " + name).until(() -> {
      OMMetadataManager metadata = ring.leader().getMetadataManager();
      directory[0] = metadata.getDirectoryTable().getSkipCache(metadata.getOzonePathKey(metadata.getVolumeId(volume),
          metadata.getBucketId(volume, bucket), parent, name));
      return directory[0] != null;
    });
    return directory[0].getObjectID();
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
