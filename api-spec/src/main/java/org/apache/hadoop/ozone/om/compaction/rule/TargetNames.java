// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Names of the fields of targets, spelt as in the caller's request, for messages of refusals. */
public enum TargetNames {
  /** The names of a read's parameters, such as {@code bucket}. */
  OF_QUERY("", ""),
  /** The names of fields in a job's body, such as {@code targets.buckets}. */
  OF_JOB("targets.", "s");

  private final String before;
  private final String plural;

  TargetNames(String before, String plural) {
    this.before = before;
    this.plural = plural;
  }

  /** Converts the name of a read's parameter to its name in a job's body. Any other name is returned as it is. */
  public static String inJob(String parameter) {
    List<Function<TargetNames, String>> parts = Arrays.asList(TargetNames::volume, TargetNames::buckets,
        TargetNames::tables, TargetNames::keyRanges, TargetNames::prefix, TargetNames::path, TargetNames::exclude);
    return parts.stream().filter(part -> part.apply(OF_QUERY).equals(parameter)).map(part -> part.apply(OF_JOB))
        .findFirst().orElse(parameter);
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

  public String prefix() {
    return before + "prefix";
  }

  public String path() {
    return before + "path";
  }

  public String exclude() {
    return before + "exclude";
  }
}
