// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

import java.util.Locale;

/** Formats sizes for sentences. */
public final class SizeText {
  private static final int STEP = 1_024;
  private static final String[] UNITS = {"B", "KB", "MB", "GB", "TB", "PB", "EB"};

  private SizeText() {
  }

  /** {@code 5.2 MB}, in units of 1024. */
  public static String of(long bytes) {
    double scaled = bytes;
    int unit = 0;
    // Rounding must not give 1024.
    while (unit < UNITS.length - 1 && scaled >= (unit == 0 ? STEP : STEP - 0.5)) {
      scaled /= STEP;
      unit++;
    }
    return String.format(Locale.ROOT, unit == 0 || scaled >= 99.95 ? "%.0f %s" : "%.1f %s", scaled, UNITS[unit]);
  }
}
