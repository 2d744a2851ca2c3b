// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.option;

/** How a field of the contract is called on the command line. */
public final class OptionNames {
  private OptionNames() {
  }

  /**
   * @param parameter a field, with or without the object it is in; may be null
   * @return null when no option stands for it
   */
  public static String of(String parameter) {
    switch (parameter == null ? "" : parameter.substring(parameter.lastIndexOf('.') + 1)) {
      case "nodeId":
      case "nodeIds":
        return "--node-id";
      case "targets":
        return "--bucket, --volume, --cf, --key-range or --everything";
      case "everything":
        return "--everything";
      case "volume":
        return "--volume";
      case "bucket":
      case "buckets":
        return "--bucket";
      case "table":
      case "tables":
        return "--cf";
      case "keyRange":
      case "keyRanges":
        return "--key-range";
      case "minRatio":
        return "--min-ratio";
      case "minTombstones":
        return "--min-tombstones";
      case "maxEntries":
        return "--max-entries";
      case "maxBytes":
        return "--max-bytes";
      case "maxTotalBytes":
        return "--max-total-bytes";
      case "top":
        return "--top";
      case "search":
        return "--search";
      case "sort":
        return "--sort";
      case "limit":
        return "--length";
      case "prevKey":
        return PageOptions.START;
      case "maxParallelNodes":
        return "--max-parallel-nodes";
      case "notBefore":
        return "--not-before";
      case "notAfter":
        return "--not-after";
      case "window":
        return "--window";
      case "maxWriteRate":
        return "--max-write-rate";
      case "state":
        return "--state";
      case "since":
        return "--since";
      case "forSeconds":
        return "--for";
      case "jobId":
        return "--job-id";
      case "serviceId":
        return "--service-id";
      default:
        return null;
    }
  }
}
