// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;

/**
 * The tables with keys of Ozone's keys, files and directories, and the prefixes of a bucket's keys in them.
 *
 * <ul>
 * <li>Keys of some tables begin with names, {@code /volume/bucket/}.
 * <li>Keys of other tables begin with object ids, {@code /volumeId/bucketId/}.
 * <li>deletedTable has keys with names, and keys with ids for deleted open files
 * (AbstractOMKeyDeleteResponse#addDeletionToBatch).
 * <li>Keys of multipartPartsTable, {@code uploadId/part}, belong to no bucket.
 * </ul>
 *
 * Keys of all other tables, of this Ozone or a later one, are taken as they are.
 */
public final class SpanTables {
  private static final List<String> NAMES = Arrays.asList(
      OMDBDefinition.KEY_TABLE, OMDBDefinition.OPEN_KEY_TABLE, OMDBDefinition.DELETED_TABLE,
      OMDBDefinition.MULTIPART_INFO_TABLE, OMDBDefinition.SNAPSHOT_RENAMED_TABLE, OMDBDefinition.FILE_TABLE,
      OMDBDefinition.OPEN_FILE_TABLE, OMDBDefinition.DIRECTORY_TABLE, OMDBDefinition.DELETED_DIR_TABLE,
      OMDBDefinition.MULTIPART_PARTS_TABLE);

  private SpanTables() {
  }

  /** The empty key: no key of any table sorts before it. */
  public static byte[] firstKey() {
    return new byte[0];
  }

  /** A key that sorts after all keys of any table, as keys are UTF-8 and UTF-8 has no byte 0xFF. */
  public static byte[] behindAllKeys() {
    return new byte[] {-1, -1, -1, -1};
  }

  /** Names of the ten tables as in om.db; tables keyed by names come first. */
  public static List<String> names() {
    return Collections.unmodifiableList(NAMES);
  }

  /** True if the table's keys begin with a bucket. */
  public static boolean haveBuckets(String table) {
    return mayHoldNames(table) || mayHoldIds(table);
  }

  /** True if a bucket of this layout has keys that begin with {@code /volume/bucket/} in the table. */
  public static boolean isKeyedByNames(String table, BucketLayout layout) {
    switch (table) {
      case OMDBDefinition.KEY_TABLE:
      case OMDBDefinition.OPEN_KEY_TABLE:
        return !layout.isFileSystemOptimized();
      case OMDBDefinition.DELETED_TABLE:
      case OMDBDefinition.MULTIPART_INFO_TABLE:
      case OMDBDefinition.SNAPSHOT_RENAMED_TABLE:
        return true;
      default:
        return false;
    }
  }

  public static boolean hold(String table, BucketLayout layout) {
    return isKeyedByNames(table, layout) || isKeyedByIds(table, layout);
  }

  /** True if keys of some bucket begin with names in the table. */
  public static boolean mayHoldNames(String table) {
    return isKeyedByNames(table, BucketLayout.OBJECT_STORE);
  }

  /** True if keys of some bucket begin with ids in the table. */
  public static boolean mayHoldIds(String table) {
    return isKeyedByIds(table, BucketLayout.FILE_SYSTEM_OPTIMIZED);
  }

  /** True if buckets of every layout have keys in the table. */
  public static boolean holdEveryLayout(String table) {
    return mayHoldNames(table) && (mayHoldIds(table) || isKeyedByNames(table, BucketLayout.FILE_SYSTEM_OPTIMIZED));
  }

  /** True if the name of an Ozone key follows {@code /volume/bucket/}. Call it only for tables keyed by names. */
  public static boolean holdNamesOfKeys(String table) {
    return !table.equals(OMDBDefinition.SNAPSHOT_RENAMED_TABLE);
  }

  /** True if a bucket of this layout has keys that begin with {@code /volumeId/bucketId/} in the table. */
  public static boolean isKeyedByIds(String table, BucketLayout layout) {
    switch (table) {
      case OMDBDefinition.FILE_TABLE:
      case OMDBDefinition.OPEN_FILE_TABLE:
      case OMDBDefinition.DIRECTORY_TABLE:
      case OMDBDefinition.DELETED_DIR_TABLE:
      case OMDBDefinition.DELETED_TABLE:
        return layout.isFileSystemOptimized();
      default:
        return false;
    }
  }
}
