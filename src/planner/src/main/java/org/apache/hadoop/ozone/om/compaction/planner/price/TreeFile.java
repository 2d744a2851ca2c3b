// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.price;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfile;
import org.apache.hadoop.ozone.om.compaction.planner.tree.KeyIndex;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/** A live SST file, or one that a compaction of the plan will write, whose counts and bytes are expected values. */
public final class TreeFile {
  /** A smaller expected number of tombstones is a rounding error. */
  private static final double HALF_A_TOMBSTONE = 0.5;

  private final KeyRange keys;
  private final List<EntryEstimate> contents;
  private final List<SstFile> sources;
  private final boolean live;
  private final EntryEstimate undivided;

  private TreeFile(KeyRange keys, List<EntryEstimate> contents, List<SstFile> sources, boolean live) {
    this.keys = keys;
    this.contents = contents;
    this.sources = sources;
    this.live = live;
    this.undivided = contents.stream().reduce(new EntryEstimate(keys, 0, 0, 0, 0), EntryEstimate::plus);
  }

  /** {@code profile} tells how the entries are distributed over the keys; null if the file was not scanned. */
  static TreeFile of(SstFile file, FileProfile profile, EntrySizes sizes) {
    KeyRange keys = file.keys();
    double tombstoneBytes = sizes.tombstoneBytes(file);
    EntryEstimate all = new EntryEstimate(keys, file.entries() - file.tombstones(), file.sizeBytes() - tombstoneBytes,
        file.tombstones(), tombstoneBytes);
    return new TreeFile(keys, profile == null ? Collections.singletonList(all) : stretches(file, profile, all),
        Collections.singletonList(file), true);
  }

  private static List<EntryEstimate> stretches(SstFile file, FileProfile profile, EntryEstimate all) {
    List<EntryEstimate> stretches = new ArrayList<>();
    for (int i = 0; i < profile.stretches(); i++) {
      double tombstones = profile.tombstones(i);
      double puts = profile.entries(i) - tombstones;
      if (puts + tombstones > 0) {
        stretches.add(new EntryEstimate(new KeyRange(profile.begin(file, i), profile.lastKey(file, i)),
            puts, all.puts() <= 0 ? 0 : all.putBytes() * puts / all.puts(),
            tombstones, all.tombstones() <= 0 ? 0 : all.tombstoneBytes() * tombstones / all.tombstones()));
      }
    }
    return stretches.isEmpty() ? Collections.singletonList(all) : stretches;
  }

  /** A file to be written from all {@code inputs}; {@code contents} is not empty and in order of first keys. */
  static TreeFile expected(List<EntryEstimate> contents, Collection<TreeFile> inputs) {
    Set<SstFile> sources = new LinkedHashSet<>();
    inputs.forEach(input -> sources.addAll(input.sources));
    return new TreeFile(contents.stream().map(EntryEstimate::keys).reduce(KeyRange::hull).get(), contents,
        new ArrayList<>(sources), false);
  }

  /** The sum of {@link #contents}, as one estimate for the whole file. */
  EntryEstimate undivided() {
    return undivided;
  }

  /** Estimates of the file's entries by key interval, in key order. */
  List<EntryEstimate> contents() {
    return contents;
  }

  /** True for a live file in which a scan has found entries in at least two key intervals. */
  public boolean isScanned() {
    return live && contents.size() > 1;
  }

  public boolean mayHoldTombstones(KeyRange range) {
    return keys.overlaps(range) && contents.stream().filter(content -> content.keys().overlaps(range))
        .mapToDouble(EntryEstimate::tombstones).sum() > HALF_A_TOMBSTONE;
  }

  /** The smallest range with all known tombstones in {@code range}; without any, the keys common to file and range. */
  public KeyRange tombstoneKeys(KeyRange range) {
    KeyRange both = keys.intersection(range);
    return contents.stream().filter(content -> content.tombstones() > 0 && content.keys().overlaps(both))
        .map(content -> content.keys().intersection(both)).reduce(KeyRange::hull).orElse(both);
  }

  /**
   * The share of the file's bytes outside a range, from 0 to 1. Of an interval of {@link #contents} that crosses one
   * end of the range, half counts as outside; of one that crosses both, three quarters.
   */
  public double shareOutside(KeyRange range) {
    double outside = 0;
    for (EntryEstimate content : contents) {
      boolean begins = range.contains(content.keys().begin());
      boolean ends = range.contains(content.keys().lastKey());
      double share = begins && ends ? 0 : begins || ends ? 0.5 : content.keys().overlaps(range) ? 0.75 : 1;
      outside += content.bytes() * share;
    }
    return bytes() <= 0 ? 0 : outside / bytes();
  }

  public KeyRange keys() {
    return keys;
  }

  public double bytes() {
    return undivided.bytes();
  }

  double puts() {
    return undivided.puts();
  }

  double tombstones() {
    return undivided.tombstones();
  }

  /** The live files whose entries this file may hold; for a live file, only itself. */
  public List<SstFile> sources() {
    return sources;
  }

  public boolean isLive() {
    return live;
  }

  /** The metadata; {@link IllegalStateException} if the file does not exist yet. */
  public SstFile live() {
    if (!live) {
      throw new IllegalStateException(this + " does not exist yet");
    }
    return sources.get(0);
  }

  /** The sum of the bytes of files. */
  public static double bytes(Collection<TreeFile> files) {
    return files.stream().mapToDouble(TreeFile::bytes).sum();
  }

  static List<TreeFile> overlapping(Collection<TreeFile> files, KeyRange range) {
    return files.stream().filter(file -> file.keys().overlaps(range)).collect(Collectors.toList());
  }

  static KeyIndex<TreeFile> byKey(List<TreeFile> files) {
    return KeyIndex.ofRanges(files, TreeFile::keys);
  }

  /** The smallest range that holds all keys of the files; there has to be at least one file. */
  static KeyRange hull(Collection<TreeFile> files) {
    return files.stream().map(TreeFile::keys).reduce(KeyRange::hull).get();
  }

  @Override
  public String toString() {
    return live ? sources.get(0).toString() : "expected file " + keys;
  }
}
