// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

/**
 * Estimates from the share of an SST file's entries that have been read how many bytes have been read. Reports the
 * bytes.
 */
final class FileProgress {
  private final long bytes;
  private final long entries;
  private final ScanWatch watch;
  private long passed;
  private long told;

  FileProgress(long bytes, long entries, ScanWatch watch) {
    this.bytes = bytes;
    this.entries = entries;
    this.watch = watch;
  }

  void passed(long more) {
    passed += more;
    tell(entries == 0 ? 0 : (long) (bytes * Math.min(1.0, (double) passed / entries)));
  }

  /** Reports the rest of the file as read. */
  void end() {
    tell(bytes);
  }

  private void tell(long upTo) {
    if (upTo > told) {
      watch.hasRead(upTo - told);
      told = upTo;
    }
  }
}
