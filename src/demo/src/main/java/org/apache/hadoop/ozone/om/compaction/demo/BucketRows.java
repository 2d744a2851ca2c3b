// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.demo;

import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.hadoop.hdds.client.RatisReplicationConfig;
import org.apache.hadoop.hdds.client.ReplicationConfig;
import org.apache.hadoop.hdds.protocol.proto.HddsProtos.ReplicationFactor;
import org.apache.hadoop.hdds.utils.db.Codec;
import org.apache.hadoop.ozone.om.OMMetadataManager;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.helpers.OmDirectoryInfo;
import org.apache.hadoop.ozone.om.helpers.OmKeyInfo;
import org.apache.hadoop.ozone.om.helpers.OmKeyLocationInfoGroup;
import org.apache.hadoop.ozone.om.helpers.OmMultipartKeyInfo;
import org.apache.hadoop.ozone.om.helpers.RepeatedOmKeyInfo;

/**
 * The rows of a bucket in one table of om.db, numbered from 0 in key order: keys and values as OM would write them. The
 * keys have no blocks, so that deleting them needs no datanode.
 */
public final class BucketRows implements TableRows {
  /** The tables whose keys begin with a bucket's prefix. */
  public static final Set<String> TABLES = ImmutableSet.of(OMDBDefinition.KEY_TABLE, OMDBDefinition.OPEN_KEY_TABLE,
      OMDBDefinition.DELETED_TABLE, OMDBDefinition.MULTIPART_INFO_TABLE, OMDBDefinition.SNAPSHOT_RENAMED_TABLE,
      OMDBDefinition.FILE_TABLE, OMDBDefinition.OPEN_FILE_TABLE, OMDBDefinition.DIRECTORY_TABLE,
      OMDBDefinition.DELETED_DIR_TABLE);

  private static final ReplicationConfig REPLICATION = RatisReplicationConfig.getInstance(ReplicationFactor.THREE);
  private static final long WRITTEN_AT = 1_790_000_000_000L;
  /** Index before any entry of a ring's log, as OM refuses changes to rows with an index later than its own. */
  private static final long WRITTEN_IN = 1;
  private static final Codec<OmKeyInfo> KEY_CODEC = OMDBDefinition.KEY_TABLE_DEF.getValueCodec();
  private static final Codec<RepeatedOmKeyInfo> DELETED_CODEC = OMDBDefinition.DELETED_TABLE_DEF.getValueCodec();
  private static final Codec<OmDirectoryInfo> DIRECTORY_CODEC = OmDirectoryInfo.getCodec();
  private static final Codec<OmMultipartKeyInfo> MULTIPART_CODEC = OmMultipartKeyInfo.getCodec();

  private final String table;
  private final String volume;
  private final String bucket;
  private final long bucketId;
  private final String prefix;
  private final boolean byIds;

  private BucketRows(String table, String volume, String bucket, long bucketId, String prefix, boolean byIds) {
    this.table = table;
    this.volume = volume;
    this.bucket = bucket;
    this.bucketId = bucketId;
    this.prefix = prefix;
    this.byIds = byIds;
  }

  /**
   * @param om any OM of the ring, for the ids of volume and bucket
   * @param table one of {@link #TABLES}
   */
  public static BucketRows of(OzoneManager om, String table, String volume, String bucket) throws IOException {
    return of(om.getMetadataManager(), table, volume, bucket);
  }

  /** The rows of a bucket in an om.db that no OM has open; see {@link #of(OzoneManager, String, String, String)}. */
  public static BucketRows of(OMMetadataManager metadata, String table, String volume, String bucket)
      throws IOException {
    String prefix = metadata.getTableBucketPrefix(table, volume, bucket);
    boolean byIds = !prefix.equals(metadata.getBucketKeyPrefix(volume, bucket));
    return new BucketRows(table, volume, bucket, metadata.getBucketId(volume, bucket), prefix, byIds);
  }

  @Override
  public String table() {
    return table;
  }

  /** The prefix of the bucket's keys in this table. */
  public byte[] prefix() {
    return utf8(prefix);
  }

  /** Name of a row as a user sees it, for example {@code part-00000042}. */
  public static String name(int row) {
    return "part-" + Integer.toString(100_000_000 + row).substring(1);
  }

  @Override
  public byte[] key(int row) {
    String path = byIds ? prefix + bucketId + '/' + name(row) : prefix + name(row);
    return utf8(switch (table) {
      case OMDBDefinition.DELETED_TABLE, OMDBDefinition.DELETED_DIR_TABLE -> path + '/' + objectId(row);
      case OMDBDefinition.OPEN_KEY_TABLE, OMDBDefinition.OPEN_FILE_TABLE -> path + '/' + objectId(row);
      case OMDBDefinition.MULTIPART_INFO_TABLE -> path + '/' + uploadId(row);
      case OMDBDefinition.SNAPSHOT_RENAMED_TABLE -> prefix + objectId(row);
      default -> path;
    });
  }

  @Override
  public byte[] value(int row) {
    try {
      return switch (table) {
        case OMDBDefinition.DELETED_TABLE ->
            DELETED_CODEC.toPersistedFormat(new RepeatedOmKeyInfo(keyInfo(row), bucketId));
        case OMDBDefinition.DIRECTORY_TABLE -> DIRECTORY_CODEC.toPersistedFormat(directory(row));
        case OMDBDefinition.MULTIPART_INFO_TABLE -> MULTIPART_CODEC.toPersistedFormat(upload(row));
        case OMDBDefinition.SNAPSHOT_RENAMED_TABLE -> utf8(prefix + name(row));
        default -> KEY_CODEC.toPersistedFormat(keyInfo(row));
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private OmKeyInfo keyInfo(int row) {
    return new OmKeyInfo.Builder()
        .setVolumeName(volume)
        .setBucketName(bucket)
        .setKeyName(name(row))
        .setOwnerName("analytics")
        .setDataSize(row)
        .setCreationTime(WRITTEN_AT + row)
        .setModificationTime(WRITTEN_AT + row)
        .setReplicationConfig(REPLICATION)
        .setObjectID(objectId(row))
        .setUpdateID(WRITTEN_IN)
        .setParentObjectID(byIds ? bucketId : 0)
        .setFile(true)
        .setOmKeyLocationInfos(List.of(new OmKeyLocationInfoGroup(0, List.of())))
        .addMetadata("ETag", eTag(row))
        .build();
  }

  private OmDirectoryInfo directory(int row) {
    return OmDirectoryInfo.newBuilder()
        .setName(name(row))
        .setOwner("analytics")
        .setCreationTime(WRITTEN_AT + row)
        .setModificationTime(WRITTEN_AT + row)
        .setObjectID(objectId(row))
        .setUpdateID(WRITTEN_IN)
        .setParentObjectID(bucketId)
        .build();
  }

  private OmMultipartKeyInfo upload(int row) {
    return new OmMultipartKeyInfo.Builder()
        .setUploadID(uploadId(row))
        .setVolumeName(volume)
        .setBucketName(bucket)
        .setKeyName(name(row))
        .setOwnerName("analytics")
        .setCreationTime(WRITTEN_AT + row)
        .setReplicationConfig(REPLICATION)
        .setObjectID(objectId(row))
        .setUpdateID(WRITTEN_IN)
        .setParentID(bucketId)
        .build();
  }

  /** An object id with the same number of digits for every row, so that keys that end in it sort by row. */
  private static long objectId(int row) {
    return 4_000_000_000_000_000_000L + row;
  }

  private static String uploadId(int row) {
    return "upload-" + objectId(row);
  }

  /** A pseudo-random tag, like a real one: values that cannot be compressed determine the size of om.db. */
  private String eTag(int row) {
    SplittableRandom random = new SplittableRandom(prefix.hashCode() + (long) row);
    return Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong());
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
