// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Breaks sentences into lines that fit a terminal. */
public final class Lines {
  /** Maximum length of a line in columns. */
  public static final int WIDTH = 120;
  /** A text in quotes, such as a command to copy, or any other characters between two spaces. */
  private static final Pattern WORD = Pattern.compile("'[^']*'\\S*|\\S+");

  private Lines() {
  }

  /** Breaks a sentence at spaces, but never within quotes. */
  public static String of(String sentence) {
    return of(sentence, "");
  }

  /** @param indent put before each line */
  public static String of(String sentence, String indent) {
    StringBuilder lines = new StringBuilder(indent);
    int length = indent.length();
    for (Matcher word = WORD.matcher(sentence); word.find();) {
      if (length > indent.length()) {
        boolean fits = length + 1 + word.group().length() <= WIDTH;
        lines.append(fits ? " " : '\n' + indent);
        length = fits ? length + 1 : indent.length();
      }
      lines.append(word.group());
      length += word.group().length();
    }
    return lines.toString();
  }
}
