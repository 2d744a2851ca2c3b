// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

/** Paints text in colours for a terminal, or leaves it plain. */
public enum Paint {
  PLAIN {
    @Override
    String apply(Style style, String text) {
      return text;
    }
  },
  COLOURED {
    @Override
    String apply(Style style, String text) {
      return style == Style.NORMAL || text.isEmpty() ? text : "\u001B[" + style.code + "m" + text + "\u001B[0m";
    }
  };

  abstract String apply(Style style, String text);

  /** The meaning of a text, with the code of a terminal's colour for it. */
  enum Style {
    NORMAL(0), HEADER(1), FAINT(2), BAD(31), GOOD(32), WARNING(33), ACTIVE(36);

    private final int code;

    Style(int code) {
      this.code = code;
    }
  }
}
