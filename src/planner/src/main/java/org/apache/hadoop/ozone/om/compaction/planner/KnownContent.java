// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.Collections;
import java.util.Map;
import java.util.stream.IntStream;

/** What was asked about the content of live files. Immutable. */
final class KnownContent {
  static final KnownContent NOTHING = new KnownContent(Collections.emptyMap(), Collections.emptyMap(), null);

  private final Map<SimulatedFile, SimulatedPieces> pieces;
  private final Map<SimulatedFile, HiddenPuts> hidden;
  private final Stretch range;

  KnownContent(Map<SimulatedFile, SimulatedPieces> pieces, Map<SimulatedFile, HiddenPuts> hidden, Stretch range) {
    this.pieces = pieces;
    this.hidden = hidden;
    this.range = range;
  }

  /** Null if unknown. */
  SimulatedPieces pieces(SimulatedFile file) {
    return file.pieces == null ? pieces.get(file) : file.pieces;
  }

  /** Where pieces end besides the ends of files. */
  IntStream cutsIn(Stretch hull) {
    return range == null ? IntStream.empty() : range.cutsIn(hull);
  }

  /** Null if unknown. */
  HiddenPuts hidden(SimulatedFile file) {
    return hidden.get(file);
  }
}
