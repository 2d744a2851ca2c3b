// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;

/**
 * The tables that are listed and compacted, and how buckets are found there: in all but one keys begin with a bucket,
 * so that a bucket has a span there.
 *
 * <p>By names, {@code /volume/bucket/}: keyTable and openKeyTable (all layouts but FSO), and for every layout
 * deletedTable, multipartInfoTable, snapshotRenamedTable. By object ids, {@code /volumeId/bucketId/}, for FSO only:
 * fileTable, openFileTable, directoryTable, deletedDirectoryTable. FSO buckets have a second span in deletedTable, by
 * ids: what is deleted through the key space arrives there by names, but open files that expired or were overwritten
 * keep the key of openFileTable (AbstractOMKeyDeleteResponse#addDeletionToBatch).
 *
 * <p>Without buckets, {@code uploadId/part}: multipartPartsTable, which Ozone writes from 2.3 on. Its keys are listed
 * as those of no bucket.
 *
 * <p>Left out are tables that nobody lists by bucket and that stay small, among them lifecycleConfigurationTable and
 * lifecycleScanStateTable of Ozone 2.3, with a row for each bucket that has a life cycle.
 */
public final class SpanTables {
  private static final List<String> NAMES = Arrays.asList(
      OMDBDefinition.KEY_TABLE, OMDBDefinition.OPEN_KEY_TABLE, OMDBDefinition.DELETED_TABLE,
      OMDBDefinition.MULTIPART_INFO_TABLE, OMDBDefinition.SNAPSHOT_RENAMED_TABLE, OMDBDefinition.FILE_TABLE,
      OMDBDefinition.OPEN_FILE_TABLE, OMDBDefinition.DIRECTORY_TABLE, OMDBDefinition.DELETED_DIR_TABLE,
      OMDBDefinition.MULTIPART_PARTS_TABLE);

  private SpanTables() {
  }

  /** The lowest key: no key of any table sorts before it. */
  public static byte[] firstKey() {
    return new byte[0];
  }

  /** A key behind all keys of any table: these are UTF-8, which has no byte 0xFF. */
  public static byte[] behindAllKeys() {
    return new byte[] {-1, -1, -1, -1};
  }

  /** Names of the ten tables as in om.db, those keyed by names first. */
  public static List<String> names() {
    return Collections.unmodifiableList(NAMES);
  }

  /** Whether keys of the table begin with a bucket. */
  public static boolean haveBuckets(String table) {
    return !table.equals(OMDBDefinition.MULTIPART_PARTS_TABLE);
  }

  public static boolean contains(String table) {
    return NAMES.contains(table);
  }

  /** Whether a bucket of this layout has keys that begin with {@code /volume/bucket/} in the table. */
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

  /** Whether the name of a key follows {@code /volume/bucket/}. In snapshotRenamedTable it is an object id. */
  public static boolean holdNamesOfKeys(String table) {
    return !table.equals(OMDBDefinition.SNAPSHOT_RENAMED_TABLE);
  }

  /** Whether a bucket of this layout has keys that begin with {@code /volumeId/bucketId/} in the table. */
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
