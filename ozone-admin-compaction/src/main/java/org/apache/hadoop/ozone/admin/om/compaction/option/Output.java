// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.option;

import java.util.Locale;

/** How rows are printed. */
public enum Output {
  /** For people, in lines that fit. */
  TEXT,
  /** For people and grep: a line a row. */
  WIDE,
  /** For spreadsheets. */
  CSV,
  /** As REST gives them. */
  JSON;

  /** As people write it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
