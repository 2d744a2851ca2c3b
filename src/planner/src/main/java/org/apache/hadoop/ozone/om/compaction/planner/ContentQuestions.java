// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Asks a table's {@link TableSamples} about the inputs of a compaction. */
final class ContentQuestions {
  /** Of each file, where it lies in the range and where it does not: what is deleted is so in one more than outside. */
  private static final int PLACES_INSIDE = 32;
  private static final int PLACES_OUTSIDE = 16;

  private final TableSamples samples;
  private final KeyNumbers keys;
  private final LiveSpread spread;

  ContentQuestions(LsmTable table, FileProfiles profiles, KeyNumbers keys, EntrySizes sizes,
      List<SimulatedLevel> live) {
    this.samples = table.samples();
    this.keys = keys;
    this.spread = new LiveSpread(table, profiles, keys, sizes, live);
  }

  boolean haveAnswers() {
    return samples != TableSamples.NONE;
  }

  /** Whether all that was asked for was told. */
  boolean haveToldAll() {
    return haveAnswers() && spread.hasToldAll();
  }

  /** Where the files hold much and where nothing. */
  KnownContent spread(List<SimulatedFile> files, Stretch range) {
    return !haveAnswers() ? KnownContent.NOTHING
        : new KnownContent(spread.of(files, range), Collections.emptyMap(), Collections.emptyMap(), range);
  }

  /** That, and which of the puts younger entries hide. */
  KnownContent all(List<SimulatedFile> upper, List<SimulatedFile> lower, Stretch range) {
    if (!haveAnswers()) {
      return KnownContent.NOTHING;
    }
    List<SimulatedFile> inputs = new ArrayList<>(upper);
    inputs.addAll(lower);
    Map<SimulatedFile, SimulatedPieces> pieces = spread.of(inputs, range);
    Map<SimulatedFile, HiddenPuts> inside = new HashMap<>();
    Map<SimulatedFile, HiddenPuts> outside = new HashMap<>();
    pieces.forEach((file, its) -> {
      ask(file, its.places(keys, range::contains, PLACES_INSIDE), inside);
      ask(file, its.places(keys, keysOfPiece -> !range.contains(keysOfPiece), PLACES_OUTSIDE), outside);
    });
    return new KnownContent(pieces, inside, outside, range);
  }

  private void ask(SimulatedFile file, List<byte[]> places, Map<SimulatedFile, HiddenPuts> answers) {
    HiddenPuts answer = file.puts > 0 && !places.isEmpty() ? samples.hiddenPuts(file.live, places) : null;
    if (answer != null) {
      answers.put(file, answer);
    }
  }
}
