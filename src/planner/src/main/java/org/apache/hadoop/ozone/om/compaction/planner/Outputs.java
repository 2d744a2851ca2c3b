// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Files that a compaction writes, filled one after another up to the target size. */
final class Outputs {
  private static final int MORE_PIECES = 8;
  /** Of the keys between two ends of input files, more than any sound metadata needs. */
  private static final int MAX_CUTS = 64;

  private final KeyNumbers numbers;
  private final double targetBytes;
  private int[] begins;
  private int[] ends;
  private double[] bytes;
  private double[] puts;
  private double[] tombstones;
  private int pieces;
  /** The first piece of each file and of the open one. */
  private final List<Integer> firsts = new ArrayList<>();
  private double open;

  /** @param segments how often something will be added */
  Outputs(KeyNumbers numbers, double targetBytes, int segments) {
    this.numbers = numbers;
    this.targetBytes = targetBytes;
    begins = new int[segments + MORE_PIECES];
    ends = new int[segments + MORE_PIECES];
    bytes = new double[segments + MORE_PIECES];
    puts = new double[segments + MORE_PIECES];
    tombstones = new double[segments + MORE_PIECES];
    firsts.add(0);
  }

  double openBytes() {
    return open;
  }

  /** Adds what is left of some keys. Where a file is full it ends between them. */
  void add(Stretch keys, double moreBytes, double morePuts, double moreTombstones) {
    int begin = keys.first;
    double added = 0;
    for (int cuts = 0; cuts < MAX_CUTS && moreBytes - added > targetBytes - open && begin < keys.last; cuts++) {
      double part = targetBytes - open;
      int end = numbers.between(keys.first, keys.last, (added + part) / moreBytes);
      end = Math.max(begin, Math.min(keys.last - 1, end));
      append(begin, end, part, morePuts * part / moreBytes, moreTombstones * part / moreBytes);
      close();
      added += part;
      begin = end + 1;
    }
    double rest = moreBytes - added;
    if (rest > 0) {
      append(begin, keys.last, rest, morePuts * rest / moreBytes, moreTombstones * rest / moreBytes);
    }
    if (open >= targetBytes) {
      close();
    }
  }

  private void append(int begin, int end, double moreBytes, double morePuts, double moreTombstones) {
    if (pieces == begins.length) {
      begins = Arrays.copyOf(begins, 2 * pieces);
      ends = Arrays.copyOf(ends, 2 * pieces);
      bytes = Arrays.copyOf(bytes, 2 * pieces);
      puts = Arrays.copyOf(puts, 2 * pieces);
      tombstones = Arrays.copyOf(tombstones, 2 * pieces);
    }
    begins[pieces] = begin;
    ends[pieces] = end;
    bytes[pieces] = moreBytes;
    puts[pieces] = morePuts;
    tombstones[pieces] = moreTombstones;
    pieces++;
    open += moreBytes;
  }

  void close() {
    if (open > 0) {
      firsts.add(pieces);
      open = 0;
    }
  }

  List<SimulatedPieces> all() {
    close();
    List<SimulatedPieces> files = new ArrayList<>(firsts.size());
    for (int i = 1; i < firsts.size(); i++) {
      files.add(new SimulatedPieces(begins, ends, bytes, puts, tombstones, firsts.get(i - 1), firsts.get(i)));
    }
    return files;
  }
}
