// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import com.google.protobuf.ByteString;

/** Order of keys as RocksDB's default comparator has it. */
final class Keys {
  private Keys() {
  }

  static int compare(ByteString a, ByteString b) {
    return ByteString.unsignedLexicographicalComparator().compare(a, b);
  }
}
