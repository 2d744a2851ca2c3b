// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.option;

import java.util.Locale;

/** Output formats of subcommands that print rows. */
public enum Output {
  /** Text in lines of at most 120 columns. */
  TEXT,
  /** Text with one line for each row. */
  WIDE,
  /** Comma separated values. */
  CSV,
  /** The document that REST returns. */
  JSON;

  /** The name in lower case, which help shows and picocli accepts. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
