// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A bucket of a benchmark's database.
 *
 * @param table  that its keys are in
 * @param prefix what all its keys there begin with
 */
record Bucket(String name, String table, String prefix) {
  static String keyName(int number) {
    return String.format(Locale.ROOT, "%09d", number);
  }

  /** As the table has it. */
  byte[] key(int number) {
    return (prefix + keyName(number)).getBytes(StandardCharsets.UTF_8);
  }

  byte[] begin() {
    return prefix.getBytes(StandardCharsets.UTF_8);
  }

  /** As people name it. */
  String path() {
    return '/' + OmDb.VOLUME + '/' + name;
  }
}
