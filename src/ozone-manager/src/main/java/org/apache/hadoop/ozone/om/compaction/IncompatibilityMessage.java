// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction;

import org.apache.hadoop.ozone.util.OzoneVersionInfo;

/**
 * Makes the line that an OM logs if the add-on does not fit this Ozone. The warning in ozone-om-compaction.sh begins
 * with the same words.
 */
final class IncompatibilityMessage {
  private IncompatibilityMessage() {
  }

  /** @param found what this Ozone lacks, or the error that was caught; it becomes part of the line */
  static String of(String found) {
    return "Ozone Manager without range compaction: it is made for Ozone 2.2, and this is Ozone " + version() + ": "
        + found + ". Use the ozone-compaction tarball that is made for this Ozone.";
  }

  private static String version() {
    try {
      return OzoneVersionInfo.OZONE_VERSION_INFO.getVersion();
    } catch (LinkageError e) {
      return "(version unknown)";
    }
  }
}
