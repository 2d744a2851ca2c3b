// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

/** How many puts of a compaction's inputs younger entries hide, at least and at most. */
final class HiddenBounds {
  private double expectedOfSamples;
  private double squaredMargins;
  private double most;

  /**
   * @param sample  null if there is none
   * @param younger entries of the compaction that may hide one of the file's puts each
   */
  void add(SimulatedFile file, HiddenPuts sample, double younger) {
    if (sample == null) {
      most += Math.min(file.puts, younger);
    } else {
      expectedOfSamples += file.puts * sample.share();
      squaredMargins += Math.pow(file.puts * sample.margin(), 2);
    }
  }

  double least() {
    return Math.max(0, expectedOfSamples - Math.sqrt(squaredMargins));
  }

  double most() {
    return most + expectedOfSamples + Math.sqrt(squaredMargins);
  }
}
