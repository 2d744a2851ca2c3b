// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction.filter;

import java.nio.charset.StandardCharsets;

/** Inserts the script into Recon's page. */
final class NavigationTag {
  private static final String END = "</body>";
  private static final String TAG = "<script src=\"api/v1/om/compaction/navigation.js\" defer></script>\n";

  private NavigationTag() {
  }

  /** The page with the script; unchanged unless it has exactly one end of the body. */
  static byte[] insert(byte[] page) {
    // Maps each byte to one character, so that all other bytes stay, whatever the encoding.
    String text = new String(page, StandardCharsets.ISO_8859_1);
    int end = text.indexOf(END);
    if (end < 0 || text.indexOf(END, end + 1) >= 0) {
      return page;
    }
    return (text.substring(0, end) + TAG + text.substring(end)).getBytes(StandardCharsets.ISO_8859_1);
  }
}
