// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.Collections;
import java.util.Map;
import java.util.stream.IntStream;

/** What was asked about the content of live files. Immutable. */
final class KnownContent {
  static final KnownContent NOTHING =
      new KnownContent(Collections.emptyMap(), Collections.emptyMap(), Collections.emptyMap(), null);

  private final Map<SimulatedFile, SimulatedPieces> pieces;
  private final Map<SimulatedFile, HiddenPuts> inside;
  private final Map<SimulatedFile, HiddenPuts> outside;
  private final Stretch range;

  /**
   * @param inside  which puts are hidden of those in the range
   * @param outside and of the others
   */
  KnownContent(Map<SimulatedFile, SimulatedPieces> pieces, Map<SimulatedFile, HiddenPuts> inside,
      Map<SimulatedFile, HiddenPuts> outside, Stretch range) {
    this.pieces = pieces;
    this.inside = inside;
    this.outside = outside;
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

  /** Of what a file has in some keys; null if unknown. */
  HiddenPuts hidden(SimulatedFile file, Stretch keys) {
    return isInside(keys) ? inside.get(file) : outside.get(file);
  }

  boolean isInside(Stretch keys) {
    return range != null && range.contains(keys);
  }
}
