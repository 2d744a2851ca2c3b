// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

/** Names of the parts of targets as the caller wrote them, so that a refusal names these. */
public enum TargetNames {
  /** Parameters of a read. */
  OF_QUERY("volume", "bucket", "table", "keyRange", "exclude"),
  /** Fields of a job's body. */
  OF_JOB("targets.volume", "targets.buckets", "targets.tables", "targets.keyRanges", "targets.exclude");

  private final String volume;
  private final String buckets;
  private final String tables;
  private final String keyRanges;
  private final String exclude;

  TargetNames(String volume, String buckets, String tables, String keyRanges, String exclude) {
    this.volume = volume;
    this.buckets = buckets;
    this.tables = tables;
    this.keyRanges = keyRanges;
    this.exclude = exclude;
  }

  public String volume() {
    return volume;
  }

  public String buckets() {
    return buckets;
  }

  public String tables() {
    return tables;
  }

  public String keyRanges() {
    return keyRanges;
  }

  public String exclude() {
    return exclude;
  }
}
