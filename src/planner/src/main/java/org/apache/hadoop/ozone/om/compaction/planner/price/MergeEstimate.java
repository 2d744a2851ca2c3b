// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.price;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CompactionSettings;
import org.apache.hadoop.ozone.om.compaction.planner.tree.KeyIndex;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LiveKeys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/**
 * Estimates the output of one compaction. A tombstone is dropped if no file below the output level spans its key
 * ({@code Compaction::KeyNotExistsBeyondOutputLevel}). A put is dropped if the upper level holds a younger entry of its
 * key.
 */
final class MergeEstimate {
  /** Bytes of a file besides its entries, such as index and filter, as a fraction of the bytes of the entries. */
  private static final double FILE_OVERHEAD = 0.02;
  private static final double FILE_OVERHEAD_BYTES = 2_048;
  /** Distance of bounds from the expected bytes, in standard deviations; one of several hundred cases lies beyond. */
  private static final double DEVIATIONS = 3;

  private final Merge merge;
  private final Levels levels;
  private final LiveKeys liveKeys;
  private final List<TreeFile> outputs = new ArrayList<>();
  private double putBytes;
  /** Estimated bytes of tombstones that may be bytes of puts of the same file. */
  private double uncertainBytes;
  private double variance;
  private double writeBytes;
  private double leastWriteBytes;
  private double mostWriteBytes;
  private double tombstonesRemoved;

  private MergeEstimate(Merge merge, Levels levels) {
    this.merge = merge;
    this.levels = levels;
    this.liveKeys = levels.table().liveKeys();
  }

  /** @param levels the tree before the compaction */
  static MergeEstimate of(Merge merge, Levels levels) {
    MergeEstimate estimate = new MergeEstimate(merge, levels);
    if (merge.isMove()) {
      estimate.outputs.addAll(merge.upper());
    } else {
      estimate.estimate();
    }
    return estimate;
  }

  Merge merge() {
    return merge;
  }

  List<TreeFile> outputs() {
    return outputs;
  }

  double writeBytes() {
    return writeBytes;
  }

  double leastWriteBytes() {
    return leastWriteBytes;
  }

  /** Estimated upper bound of the bytes written. If it comes from samples, more bytes are written in rare cases. */
  double mostWriteBytes() {
    return mostWriteBytes;
  }

  double tombstonesRemoved() {
    return tombstonesRemoved;
  }

  private void estimate() {
    List<EntryEstimate> upper = new ArrayList<>();
    List<EntryEstimate> lower = new ArrayList<>();
    for (TreeFile file : merge.upper()) {
      // Files of level 0 overlap: tombstones in a younger file hide puts in an older one, as in tables used as queues.
      take(file, merge.inputLevel() == 0 ? hidden(file, younger(file)) : new Hidden(), upper);
    }
    KeyIndex<TreeFile> above = TreeFile.byKey(merge.upper());
    KeyIndex<TreeFile> below = TreeFile.byKey(merge.lower());
    Map<TreeFile, Double> bytesBelow = new HashMap<>();
    merge.upper().forEach(file -> bytesBelow.put(file, TreeFile.bytes(below.overlapping(file.keys()))));
    for (TreeFile file : merge.lower()) {
      Hidden hidden = hidden(file, merge.upper());
      take(file, hidden.known ? hidden : assumed(file, above, bytesBelow), lower);
    }
    List<EntryEstimate> all = new ArrayList<>(lower);
    // Scanned files have an estimate for each bucket, of which there may be 100,000.
    KeyIndex<EntryEstimate> byKey = KeyIndex.ofRanges(lower, EntryEstimate::keys);
    upper.forEach(content -> spread(content, byKey.overlapping(content.keys()), all));
    double puts = all.stream().mapToDouble(EntryEstimate::putBytes).sum();
    double rest = all.stream().mapToDouble(EntryEstimate::tombstoneBytes).sum();
    double deviation = DEVIATIONS * Math.sqrt(variance);
    writeBytes = puts + rest;
    leastWriteBytes = rest + Math.max(0, puts - deviation);
    write(all);
    double most = rest + Math.min(putBytes, puts + deviation) + uncertainBytes;
    mostWriteBytes = withOverhead(Math.min(merge.readBytes(), most), outputs.size());
    tombstonesRemoved = merge.inputs().stream().mapToDouble(TreeFile::tombstones).sum()
        - all.stream().mapToDouble(EntryEstimate::tombstones).sum();
  }

  /** Upper bound of the bytes to write for entries, including overhead. Allows for one file more than {@code files}. */
  static double withOverhead(double bytes, int files) {
    return bytes * (1 + FILE_OVERHEAD) + FILE_OVERHEAD_BYTES * (1 + files);
  }

  private void take(TreeFile file, Hidden hidden, List<EntryEstimate> contents) {
    double ofPuts = file.undivided().putBytes();
    double bytesPerPut = file.puts() <= 0 ? 0 : ofPuts / file.puts();
    putBytes += ofPuts;
    variance += hidden.variance * bytesPerPut * bytesPerPut;
    uncertainBytes += file.puts() > 0 ? levels.sizes().uncertainBytes(file.tombstones(), file.bytes() - ofPuts) : 0;
    double left = file.puts() <= 0 ? 1 : 1 - Math.min(file.puts(), hidden.expected) / file.puts();
    refined(file).forEach(content -> contents.add(surviving(content).withPuts(left)));
  }

  /** Entries of the output if no other file hides a put. Tombstones stay only if a deeper level has these keys. */
  private EntryEstimate surviving(EntryEstimate content) {
    return content.tombstones() > 0 && levels.firstBelow(merge.outputLevel(), content.keys()) == 0
        ? content.withoutTombstones() : content;
  }

  private List<TreeFile> younger(TreeFile file) {
    List<TreeFile> younger = new ArrayList<>(merge.upper());
    younger.removeIf(other -> compareNumbers(other.sources().get(0).name(), file.sources().get(0).name()) <= 0);
    return younger;
  }

  /** A younger file has a greater number. RocksDB pads numbers to a minimum length, so a longer name is greater. */
  private static int compareNumbers(String name, String other) {
    return name.length() != other.length() ? Integer.compare(name.length(), other.length()) : name.compareTo(other);
  }

  /**
   * Estimates of a file's entries by key interval. A live file without a scan is cut at the keys of its sample into
   * intervals with equal shares of the entries.
   */
  private List<EntryEstimate> refined(TreeFile file) {
    List<byte[]> sample = file.isLive() && file.contents().size() == 1 ? liveKeys.sample(file.live())
        : Collections.emptyList();
    if (sample.size() < 2) {
      return file.contents();
    }
    EntryEstimate all = file.contents().get(0);
    List<EntryEstimate> parts = new ArrayList<>();
    for (int i = 0; i < sample.size(); i++) {
      byte[] begin = i == 0 ? all.keys().begin() : sample.get(i);
      byte[] last = i + 1 == sample.size() ? all.keys().lastKey() : Keys.before(sample.get(i + 1));
      if (Keys.compare(begin, last) <= 0) {
        parts.add(all.part(new KeyRange(begin, last), 1.0 / sample.size()));
      }
    }
    return parts;
  }

  private Hidden hidden(TreeFile file, List<TreeFile> above) {
    Hidden hidden = new Hidden();
    for (SstFile source : file.sources()) {
      List<byte[]> sample = source.entries() == source.tombstones() ? Collections.emptyList()
          : liveKeys.sample(source);
      if (!sample.isEmpty()) {
        BitSet inside = inside(sample, file, source);
        BitSet gone = hidden(sample, source, above);
        gone.and(inside);
        hidden.add(sample.size(), inside.cardinality(), gone.cardinality(), source.entries() - source.tombstones());
      }
    }
    return hidden;
  }

  /**
   * Returns the indexes of the sample's keys, puts of {@code source}, that {@code file} still holds as puts. Entries of
   * {@code file} come from {@code source}.
   */
  private BitSet inside(List<byte[]> sample, TreeFile file, SstFile source) {
    BitSet inside = new BitSet();
    for (int i = 0; i < sample.size(); i++) {
      inside.set(i, file.keys().contains(sample.get(i)));
    }
    file.sources().stream().filter(other -> other.level() < source.level())
        .forEach(other -> inside.andNot(liveKeys.held(source, other)));
    return inside;
  }

  private BitSet hidden(List<byte[]> sample, SstFile source, List<TreeFile> above) {
    KeyRange keys = new KeyRange(sample.get(0), sample.get(sample.size() - 1));
    BitSet hidden = new BitSet();
    above.stream().filter(file -> file.keys().overlaps(keys)).flatMap(file -> file.sources().stream())
        .distinct().forEach(other -> hidden.or(liveKeys.held(source, other)));
    return hidden;
  }

  /** Without a sample, every tombstone of the upper level is assumed to hide one put. */
  private static Hidden assumed(TreeFile file, KeyIndex<TreeFile> above, Map<TreeFile, Double> bytesBelow) {
    Hidden hidden = new Hidden();
    for (TreeFile upper : above.overlapping(file.keys())) {
      double bytes = bytesBelow.get(upper);
      hidden.expected += bytes > 0 ? upper.tombstones() * file.bytes() / bytes : 0;
    }
    hidden.expected = Math.min(file.puts(), hidden.expected);
    hidden.variance = Double.MAX_VALUE;
    return hidden;
  }

  /**
   * Splits {@code content} into one part for each of {@code below}, in key order, by their bytes; or adds it unsplit.
   */
  private static void spread(EntryEstimate content, List<EntryEstimate> below, List<EntryEstimate> parts) {
    double bytes = below.stream().mapToDouble(EntryEstimate::bytes).sum();
    if (below.size() < 2 || bytes <= 0) {
      parts.add(content);
      return;
    }
    for (int i = 0; i < below.size(); i++) {
      parts.add(content.part(stretch(content, below, i), below.get(i).bytes() / bytes));
    }
  }

  /**
   * Returns the keys of part {@code i} of a split estimate. Each part but the first begins where {@code below.get(i)}
   * begins. Together the parts contain all keys of {@code content}.
   */
  private static KeyRange stretch(EntryEstimate content, List<EntryEstimate> below, int i) {
    byte[] begin = i == 0 ? content.keys().begin() : below.get(i).keys().begin();
    byte[] end = i + 1 == below.size() ? Keys.after(content.keys().lastKey()) : below.get(i + 1).keys().begin();
    // Files with corrupt metadata may overlap, or begin at the empty key, which has no key before it.
    return new KeyRange(begin, Keys.compare(end, begin) <= 0 ? begin : Keys.max(begin, Keys.before(end)));
  }

  /**
   * Distributes the entries over output files. RocksDB's rules or the table's SST partitioner decide where a file ends.
   */
  private void write(List<EntryEstimate> all) {
    List<EntryEstimate> contents = new ArrayList<>();
    KeyIndex<TreeFile> below = TreeFile.byKey(filesBelow());
    // Entries whose keys are unknown are assumed to be distributed like the files of the level below.
    all.stream().filter(content -> content.bytes() > 0).forEach(content -> spread(content,
        below.overlapping(content.keys()).stream().map(TreeFile::undivided).collect(Collectors.toList()),
        contents));
    contents.sort(Comparator.comparing((EntryEstimate content) -> content.keys().begin(), Keys::compare));
    CompactionSettings settings = levels.table().settings();
    List<EntryEstimate> open = new ArrayList<>();
    double bytes = 0;
    for (EntryEstimate content : contents) {
      byte[] last = open.isEmpty() ? null : open.get(open.size() - 1).keys().begin();
      if (last != null && Keys.compare(last, content.keys().begin()) < 0
          && (settings.cutBetween(last, content.keys().begin()) || levels.rules().endsFile(
              new KeyRange(open.get(0).keys().begin(), last), bytes, content.keys().begin(), below, settings))) {
        close(open, Keys.before(content.keys().begin()));
        open = new ArrayList<>();
        bytes = 0;
      }
      open.add(content);
      bytes += content.bytes();
    }
    if (!open.isEmpty()) {
      outputs.add(TreeFile.expected(open, merge.inputs()));
    }
  }

  /**
   * Files of the first deeper level that has any among the inputs' keys ({@code CompactionPicker::GetGrandparents}).
   */
  private List<TreeFile> filesBelow() {
    KeyRange keys = TreeFile.hull(merge.inputs());
    int below = levels.firstBelow(merge.outputLevel(), keys);
    return below == 0 ? Collections.emptyList() : levels.overlapping(below, keys);
  }

  /** Ends an output file. An estimate that begins in it counts wholly for it, even if it ends later. */
  private void close(List<EntryEstimate> open, byte[] lastKey) {
    List<EntryEstimate> inside = new ArrayList<>();
    for (EntryEstimate content : open) {
      inside.add(Keys.compare(content.keys().lastKey(), lastKey) <= 0 ? content
          : content.part(new KeyRange(content.keys().begin(), Keys.max(content.keys().begin(), lastKey)), 1));
    }
    outputs.add(TreeFile.expected(inside, merge.inputs()));
  }

  /** The number of a file's hidden puts: the expected value, and its variance, which comes from sampling. */
  private static final class Hidden {
    /** True if there is a sample of at least one of the file's {@link TreeFile#sources}. */
    private boolean known;
    private double expected;
    private double variance;

    /**
     * Adds the hidden puts that come from one live file, by its sample.
     *
     * @param sample number of keys in the sample, at least 1
     * @param inside number of sample keys that the estimated file still holds as puts
     * @param gone   number of these keys that a younger entry in another file hides
     * @param puts   number of the live file's puts
     */
    void add(int sample, int inside, int gone, double puts) {
      known = true;
      double weight = puts / sample;
      expected += gone * weight;
      // If none or all of the sample keys are hidden, half a key is added or subtracted, so that the variance is not 0.
      double share = inside == 0 ? 0 : Math.max(0.5, Math.min(inside - 0.5, gone)) / inside;
      variance += inside * share * (1 - share) * weight * weight;
    }
  }
}
