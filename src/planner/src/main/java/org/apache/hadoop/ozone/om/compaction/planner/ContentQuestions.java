// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Asks a table's {@link TableSamples} about the inputs of a compaction. */
final class ContentQuestions {
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

  /** Where the files hold much and where nothing. */
  KnownContent spread(List<SimulatedFile> files, Stretch range) {
    return haveAnswers() ? new KnownContent(spread.of(files, range), Collections.emptyMap(), range)
        : KnownContent.NOTHING;
  }

  /** That, and which of the puts younger entries hide. */
  KnownContent all(List<SimulatedFile> upper, List<SimulatedFile> lower, Stretch range) {
    if (!haveAnswers()) {
      return KnownContent.NOTHING;
    }
    Map<SimulatedFile, HiddenPuts> hidden = new HashMap<>();
    upper.forEach(file -> ask(file, file.keys, hidden));
    lower.forEach(file -> ask(file, file.keys, hidden));
    List<SimulatedFile> inputs = new ArrayList<>(upper);
    inputs.addAll(lower);
    return new KnownContent(spread.of(inputs, range), hidden, range);
  }

  private void ask(SimulatedFile file, Stretch within, Map<SimulatedFile, HiddenPuts> answers) {
    if (file.live != null && file.puts > 0) {
      HiddenPuts answer =
          samples.hiddenPuts(file.live, new KeyRange(keys.keyAtOrAfter(within.first), keys.keyAtOrAfter(within.last)));
      if (answer != null) {
        answers.put(file, answer);
      }
    }
  }
}
