// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What one compaction would write. Nobody knows how a file's entries spread over its keys. The best witness is the
 * deepest level: its files are of like size, so its boundaries are the quantiles of the table's keys. The last keys of
 * these files and of all inputs cut the merged keys into segments, and a file's entries are taken to spread over the
 * segments that it overlaps as the deepest level's bytes do.
 *
 * <p>Where {@link TableSamples} tell how much of the inputs lies in which segment, and which of their puts are hidden,
 * that is what is written. Else a tombstone removes a put of the lower level in its segment, if there is one. It goes
 * away itself if no deeper level has a file there ({@code Compaction::KeyNotExistsBeyondOutputLevel}). Outputs are
 * filled up to the target file size, or until they would overlap too much of the level below, or to where the table
 * cuts its files ({@code CompactionOutputs::ShouldStopBefore}).
 */
final class SimulatedMerge {
  /** Part of an average segment's weight that a segment has although no file of the deepest level is there. */
  private static final double EMPTY_WEIGHT = 0.01;

  final List<SimulatedFile> inputs;
  final Stretch hull;
  final double readBytes;
  final List<SimulatedFile> outputs = new ArrayList<>();
  double writtenBytes;
  double tombstonesRemoved;

  private final List<SimulatedLevel> deeper;
  private final KnownContent content;
  /** The last key of each segment. */
  private final int[] ends;
  /** The first key of each segment that an input holds; -1 if none holds any. */
  private final int[] begins;
  private final double[] weights;
  private final double[] inputBytes;
  private final double[] puts;
  private final double[] tombstones;
  private final double[] upperTombstones;
  /** Puts that younger entries are known to hide. */
  private final double[] hiddenPuts;
  /** Puts of the lower inputs of which that is not known. */
  private final double[] exposedPuts;
  private final double[] lowerPuts;
  private final List<SimulatedFile> upper;
  /** Of what seems to be hidden, the part that there are younger entries for: each hides the one below it. */
  private final double hiddenPart;
  private EntrySizes sizes;
  private double leftPuts;
  private double leftTombstones;
  /** Found when first asked for. */
  private WriteBounds bounds;

  /**
   * @param upper   the younger inputs, at least one
   * @param lower   the inputs of the level that is written to
   * @param deeper  the levels below that
   * @param content what is known about the inputs
   */
  SimulatedMerge(List<SimulatedFile> upper, List<SimulatedFile> lower, List<SimulatedLevel> deeper,
      KnownContent content) {
    this.deeper = deeper;
    this.content = content;
    this.upper = upper;
    inputs = new ArrayList<>(upper);
    inputs.addAll(lower);
    readBytes = SimulatedFile.bytes(inputs);
    hull = SimulatedFile.hull(inputs);
    List<SimulatedFile> witnesses = witnesses(lower);
    ends = ends(witnesses);
    begins = new int[ends.length];
    Arrays.fill(begins, -1);
    weights = weights(witnesses);
    inputBytes = new double[ends.length];
    puts = new double[ends.length];
    tombstones = new double[ends.length];
    upperTombstones = new double[ends.length];
    hiddenPuts = new double[ends.length];
    exposedPuts = new double[ends.length];
    lower.forEach(file -> spread(file, exposedPuts));
    lowerPuts = puts.clone();
    followLower(SimulatedFile.bytes(lower));
    System.arraycopy(tombstones, 0, upperTombstones, 0, ends.length);
    double[] ofNoInterest = new double[ends.length];
    upper.forEach(file -> spread(file, ofNoInterest));
    for (int i = 0; i < ends.length; i++) {
      upperTombstones[i] = tombstones[i] - upperTombstones[i];
    }
    hiddenPart = hiddenPart();
  }

  private double hiddenPart() {
    double younger = SimulatedFile.entries(upper);
    double seemHidden = 0;
    for (int i = 0; i < ends.length; i++) {
      seemHidden += seemHidden(i);
    }
    return seemHidden <= younger ? 1 : younger / seemHidden;
  }

  /** What an input holds outside of a range; of what lies across its edge, half. */
  double bytesOutside(Stretch range, SimulatedFile input) {
    SimulatedPieces pieces = content.pieces(input);
    if (pieces == null) {
      return bytesOutside(range, input.keys, input.bytes);
    }
    double bytes = 0;
    for (int i = pieces.from; i < pieces.to; i++) {
      bytes += bytesOutside(range, pieces.keys(i), pieces.bytes[i]);
    }
    return bytes;
  }

  private static double bytesOutside(Stretch range, Stretch keys, double bytes) {
    return range.contains(keys) ? 0 : range.overlaps(keys) ? bytes / 2 : bytes;
  }

  /** Where the lower inputs hold much, the upper ones do, too: changes of today are where those of yesterday were. */
  private void followLower(double lowerBytes) {
    double allWeights = Arrays.stream(weights).sum();
    for (int i = 0; lowerBytes > 0 && i < weights.length; i++) {
      weights[i] = inputBytes[i] / lowerBytes + EMPTY_WEIGHT * weights[i] / allWeights;
    }
  }

  private List<SimulatedFile> witnesses(List<SimulatedFile> lower) {
    for (int i = deeper.size() - 1; i >= 0; i--) {
      List<SimulatedFile> files = deeper.get(i).overlapping(hull);
      if (!files.isEmpty()) {
        return files;
      }
    }
    return lower;
  }

  private int[] ends(List<SimulatedFile> witnesses) {
    IntStream ofFiles = IntStream.concat(inputs.stream().mapToInt(file -> file.keys.last),
        witnesses.stream().mapToInt(file -> file.keys.last).filter(last -> hull.first <= last && last <= hull.last));
    IntStream all = content == KnownContent.NOTHING ? ofFiles : IntStream.concat(ofFiles, content.cutsIn(hull));
    return all.sorted().distinct().toArray();
  }

  private double[] weights(List<SimulatedFile> witnesses) {
    double[] result = new double[ends.length];
    Arrays.fill(result, Math.max(1, EMPTY_WEIGHT * SimulatedFile.bytes(witnesses) / ends.length));
    for (SimulatedFile witness : witnesses) {
      int first = find(witness.keys.first);
      int last = Math.min(ends.length - 1, find(witness.keys.last));
      for (int i = first; i <= last; i++) {
        result[i] += witness.bytes / (last - first + 1);
      }
    }
    return result;
  }

  private void spread(SimulatedFile file, double[] exposed) {
    SimulatedPieces pieces = content.pieces(file);
    if (pieces == null) {
      spread(file.keys, file.bytes, file.puts, file.tombstones, exposed, 1);
      return;
    }
    for (int i = pieces.from; i < pieces.to; i++) {
      if (!pieces.isEmpty(i)) {
        Stretch keys = pieces.keys(i);
        HiddenPuts sample = content.hidden(file, keys);
        spread(keys, pieces.bytes[i], pieces.puts[i], pieces.tombstones[i], sample == null ? exposed : hiddenPuts,
            sample == null ? 1 : sample.share());
      }
    }
  }

  private void spread(Stretch keys, double bytes, double somePuts, double someTombstones, double[] partOfPuts,
      double part) {
    int first = find(keys.first);
    int last = find(keys.last);
    double weight = 0;
    for (int i = first; i <= last; i++) {
      weight += weights[i];
    }
    for (int i = first; i <= last; i++) {
      int begin = i == first ? keys.first : ends[i - 1] + 1;
      begins[i] = begins[i] < 0 ? begin : Math.min(begins[i], begin);
      double share = weights[i] / weight;
      inputBytes[i] += share * bytes;
      puts[i] += share * somePuts;
      partOfPuts[i] += share * somePuts * part;
      tombstones[i] += share * someTombstones;
    }
  }

  /** The segment that holds a key; one more than there are if the key lies behind all inputs. */
  private int find(int key) {
    int at = Arrays.binarySearch(ends, key);
    return at >= 0 ? at : -at - 1;
  }

  /**
   * @param settings      of the table
   * @param numbers       of keys where outputs may end
   * @param entrySizes    of the table's entries
   * @param fullFileBytes at which RocksDB closes a file
   * @param generation    of the outputs
   */
  void write(CompactionSettings settings, KeyNumbers numbers, EntrySizes entrySizes, double fullFileBytes,
      int generation) {
    sizes = entrySizes;
    double[] below = bytesBelow();
    Outputs files = new Outputs(numbers, fullFileBytes, ends.length);
    double overlapped = 0;
    byte[] written = null;
    for (int i = 0; i < ends.length; i++) {
      if (begins[i] < 0) {
        overlapped += written == null ? 0 : below[i];
        continue;
      }
      byte[] end = numbers.keyAtOrBefore(ends[i]);
      int begin = begins[i];
      if (written != null && settings.cutBetween(written, end)) {
        files.close();
        begin = Math.max(begin, numbers.near(settings.firstKeyOfFile(end)));
      }
      written = end;
      Stretch segment = new Stretch(begin, ends[i]);
      double putsHere = Math.max(0, puts[i] - hiddenPart * seemHidden(i));
      double tombstonesHere = tombstones[i];
      if (tombstones[i] > 0 && !SimulatedLevel.anyOverlaps(deeper, segment)) {
        tombstonesRemoved += tombstones[i];
        tombstonesHere = 0;
      }
      double before = sizes.bytes(puts[i], tombstones[i]);
      double left = before == 0 ? inputBytes[i] : inputBytes[i] * sizes.bytes(putsHere, tombstonesHere) / before;
      // RocksDB counts on over files that it closed for their size.
      boolean tooMuchBelow = overlapped + files.openBytes() > settings.maxCompactionBytes();
      if (tooMuchBelow) {
        files.close();
      }
      overlapped = tooMuchBelow ? below[i] : overlapped + below[i];
      files.add(segment, left, putsHere, tombstonesHere);
      writtenBytes += left;
      leftPuts += putsHere;
      leftTombstones += tombstonesHere;
    }
    for (SimulatedPieces file : files.all()) {
      outputs.add(new SimulatedFile(file.hull(), file, this, generation));
    }
  }

  /** Where no input is younger, only files that are no inputs hide anything: it stays. */
  private double seemHidden(int segment) {
    double younger = upperTombstones[segment] + puts[segment] - lowerPuts[segment];
    return younger == 0 ? 0 : hiddenPuts[segment] + Math.min(exposedPuts[segment], upperTombstones[segment]);
  }

  /** The fewest bytes that may be written. */
  double leastWrittenBytes() {
    return bounds().least;
  }

  /** The most bytes that may be written. */
  double mostWrittenBytes() {
    return bounds().most;
  }

  private WriteBounds bounds() {
    if (bounds == null) {
      double mayStay = SimulatedLevel.anyOverlaps(deeper, hull) ? tombstonesRemoved : 0;
      bounds = new WriteBounds(inputs, upper.size(), content, sizes)
          .around(writtenBytes, leftPuts, leftTombstones, mayStay);
    }
    return bounds;
  }

  /** Bytes of the next level's files that end in each segment. */
  private double[] bytesBelow() {
    double[] below = new double[ends.length];
    List<SimulatedFile> next = Collections.emptyList();
    for (int i = 0; next.isEmpty() && i < deeper.size(); i++) {
      next = deeper.get(i).overlapping(hull);
    }
    for (SimulatedFile file : next) {
      int segment = find(file.keys.last);
      if (segment < ends.length) {
        below[segment] += file.bytes;
      }
    }
    return below;
  }
}
