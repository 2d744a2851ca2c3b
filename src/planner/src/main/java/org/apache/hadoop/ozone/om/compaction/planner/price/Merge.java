// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.price;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** One compaction of RocksDB: its input files and its output level. Immutable. */
public final class Merge {
  private final int inputLevel;
  private final int outputLevel;
  private final List<TreeFile> upper;
  private final List<TreeFile> lower;
  private final Kind kind;
  private final List<TreeFile> possibleUpper;

  enum Kind {
    /** Reads the inputs and writes new files. */
    REWRITE,
    /** Only changes the level of the inputs; reads and writes nothing. */
    MOVE
  }

  Merge(int inputLevel, int outputLevel, Kind kind, List<TreeFile> upper, List<TreeFile> possibleUpper,
      List<TreeFile> lower) {
    this.inputLevel = inputLevel;
    this.outputLevel = outputLevel;
    this.upper = Collections.unmodifiableList(upper);
    this.lower = Collections.unmodifiableList(lower);
    this.kind = kind;
    this.possibleUpper = possibleUpper;
  }

  public int inputLevel() {
    return inputLevel;
  }

  /** The level of the outputs; equal to {@link #inputLevel} if files are rewritten in place. */
  public int outputLevel() {
    return outputLevel;
  }

  boolean isInPlace() {
    return inputLevel == outputLevel;
  }

  /** The input files on the input level, at least one. */
  public List<TreeFile> upper() {
    return upper;
  }

  /** The input files on the output level; empty if files are moved or rewritten in place. */
  public List<TreeFile> lower() {
    return lower;
  }

  public List<TreeFile> inputs() {
    List<TreeFile> all = new ArrayList<>(upper);
    all.addAll(lower);
    return all;
  }

  /** All files that RocksDB may pick as inputs; contains {@link #inputs}. */
  List<TreeFile> possibleInputs() {
    List<TreeFile> all = new ArrayList<>(possibleUpper);
    all.addAll(lower);
    return all;
  }

  public boolean isMove() {
    return kind == Kind.MOVE;
  }

  /** Bytes of all inputs; 0 for a move, which reads nothing. */
  public double readBytes() {
    return isMove() ? 0 : TreeFile.bytes(inputs());
  }

  @Override
  public String toString() {
    return (isMove() ? "move" : "merge") + " of " + upper.size() + "+" + lower.size() + " files, level " + inputLevel
        + " to " + outputLevel;
  }
}
