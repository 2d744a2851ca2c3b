// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowplace;

/** A file of the table cannot be read: it was deleted meanwhile, or is damaged. */
final class UnreadableFileException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnreadableFileException(Exception cause) {
    super(cause);
  }
}
