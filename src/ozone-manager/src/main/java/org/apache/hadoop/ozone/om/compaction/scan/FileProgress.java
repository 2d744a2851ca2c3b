// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

/** Reports how many bytes of an SST file have been read, estimated by the share of its entries. */
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
