// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import org.apache.hadoop.ozone.om.compaction.model.BucketListJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeListJson;

/** SST files that have to be scanned before the counts of an answer are exact. Immutable. */
public final class Unscanned {
  private final int files;
  /** Size of all these files; null if an OM does not report it. */
  private final Long bytes;

  private Unscanned(int files, Long bytes) {
    this.files = files;
    this.bytes = bytes;
  }

  public static Unscanned of(BucketListJson list) {
    return new Unscanned(list.getFilesToScan(), list.getBytesToScan());
  }

  public static Unscanned of(RangeListJson list) {
    return new Unscanned(list.getFilesToScan(), list.getBytesToScan());
  }

  public int files() {
    return files;
  }

  private String size() {
    return bytes == null || bytes == 0 ? "" : " (" + Units.bytes(bytes) + ")";
  }

  /** Returns a phrase such as {@code 12 SST files left to scan (512 MB)}. */
  public String progress() {
    return files + (files == 1 ? " SST file" : " SST files") + " left to scan" + size();
  }

  /** Returns the beginning of a sentence, such as {@code 12 SST files (512 MB) are}. */
  public String are() {
    return files == 1 ? "1 SST file" + size() + " is" : files + " SST files" + size() + " are";
  }
}
