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

  /** The kind of a compaction, by what it does with its inputs. */
  enum Kind {
    /** Rewrites them. */
    REWRITE,
    /** Only changes their level: reads and writes nothing. */
    MOVE
  }

  /**
   * @param possibleUpper all files of the upper level that RocksDB may take; which ones it takes depends on sizes of
   *                      values that only it knows
   */
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

  /** The level of the outputs; the input level if files are rewritten in place. */
  public int outputLevel() {
    return outputLevel;
  }

  /** The input files on the input level, at least one. */
  public List<TreeFile> upper() {
    return upper;
  }

  /** The input files on the output level. */
  public List<TreeFile> lower() {
    return lower;
  }

  /** All inputs. */
  public List<TreeFile> inputs() {
    List<TreeFile> all = new ArrayList<>(upper);
    all.addAll(lower);
    return all;
  }

  /** The input files, and all others that RocksDB may take as well. */
  List<TreeFile> possibleInputs() {
    List<TreeFile> all = new ArrayList<>(possibleUpper);
    all.addAll(lower);
    return all;
  }

  /** Whether the files only change their level. */
  public boolean isMove() {
    return kind == Kind.MOVE;
  }

  /** Bytes read. */
  public double readBytes() {
    return isMove() ? 0 : TreeFile.bytes(inputs());
  }

  @Override
  public String toString() {
    return (isMove() ? "move" : "merge") + " of " + upper.size() + "+" + lower.size() + " files, level " + inputLevel
        + " to " + outputLevel;
  }
}
