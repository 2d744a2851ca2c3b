// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

/** Names of the parts of targets as the caller wrote them, so that a refusal names these. */
public enum TargetNames {
  /** Parameters of a read: {@code bucket}. */
  OF_QUERY("", ""),
  /** Fields of a job's body: {@code targets.buckets}. */
  OF_JOB("targets.", "s");

  private final String before;
  private final String plural;

  TargetNames(String before, String plural) {
    this.before = before;
    this.plural = plural;
  }

  public String volume() {
    return before + "volume";
  }

  public String buckets() {
    return before + "bucket" + plural;
  }

  public String tables() {
    return before + "table" + plural;
  }

  public String keyRanges() {
    return before + "keyRange" + plural;
  }

  public String exclude() {
    return before + "exclude";
  }
}
