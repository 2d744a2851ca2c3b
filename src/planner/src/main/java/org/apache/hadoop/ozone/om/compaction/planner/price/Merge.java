// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.price;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;

/** One compaction of RocksDB: which files it reads, and on which level it writes. Immutable. */
public final class Merge {
  private final int inputLevel;
  private final int outputLevel;
  private final List<TreeFile> upper;
  private final List<TreeFile> lower;
  private final boolean move;

  /** @param move whether the files only change their level: nothing is read or written */
  Merge(int inputLevel, int outputLevel, List<TreeFile> upper, List<TreeFile> lower, boolean move) {
    this.inputLevel = inputLevel;
    this.outputLevel = outputLevel;
    this.upper = Collections.unmodifiableList(upper);
    this.lower = Collections.unmodifiableList(lower);
    this.move = move;
  }

  public int inputLevel() {
    return inputLevel;
  }

  /** The same as the input level where files are rewritten in place. */
  public int outputLevel() {
    return outputLevel;
  }

  /** Inputs of the upper level, at least one. */
  public List<TreeFile> upper() {
    return upper;
  }

  /** Inputs of the output level. */
  public List<TreeFile> lower() {
    return lower;
  }

  /** All inputs. */
  public List<TreeFile> inputs() {
    List<TreeFile> all = new ArrayList<>(upper);
    all.addAll(lower);
    return all;
  }

  public boolean isMove() {
    return move;
  }

  /** The keys of all inputs; whatever is written lies there. */
  public KeyRange hull() {
    return TreeFile.hull(inputs());
  }

  /** Bytes that are read. */
  public double readBytes() {
    return move ? 0 : TreeFile.bytes(inputs());
  }

  @Override
  public String toString() {
    return (move ? "move" : "merge") + " of " + upper.size() + "+" + lower.size() + " files, level " + inputLevel
        + " to " + outputLevel;
  }
}
