// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.util.Arrays;
import org.apache.hadoop.ozone.om.compaction.demo.BucketRows;

/** A bucket of a benchmark's database. @param rows makes its keys and values as OM would write them */
record Bucket(String volume, String name, BucketRows rows) {
  String table() {
    return rows.table();
  }

  byte[] key(int row) {
    return rows.key(row);
  }

  /** A key between a row's key and the next one. */
  byte[] keyBehind(int row) {
    byte[] key = rows.key(row);
    byte[] behind = Arrays.copyOf(key, key.length + 1);
    behind[key.length] = '+';
    return behind;
  }

  /** The prefix of all keys of the bucket in the table. */
  byte[] begin() {
    return rows.prefix();
  }

  /** {@code /volume/bucket}. */
  String path() {
    return '/' + volume + '/' + name;
  }
}
