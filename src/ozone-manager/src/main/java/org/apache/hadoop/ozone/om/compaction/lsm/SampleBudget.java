// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.lsm;

/**
 * How much one plan, of all tables together, may ask about the inside of files. The best ranges ask first. Counts
 * questions and not time, and counts those whose answers are remembered, too: the next plan is to say the same. Not
 * thread-safe: one plan is made by one thread.
 */
final class SampleBudget {
  /** Each opens a file and reads a block for each place in it. */
  static final int FILES = 128;
  /** Each is looked up in the indexes of all levels, some microseconds. */
  static final int KEYS = 20_000;

  private int files;
  private int keys;

  SampleBudget() {
    this(FILES, KEYS);
  }

  SampleBudget(int files, int keys) {
    this.files = files;
    this.keys = keys;
  }

  /** False if too many were asked before. */
  boolean takeFile() {
    return files-- > 0;
  }

  /** False if too many were asked before. */
  boolean takeKeys(int some) {
    keys -= Math.min(keys, some);
    return keys > 0;
  }
}
