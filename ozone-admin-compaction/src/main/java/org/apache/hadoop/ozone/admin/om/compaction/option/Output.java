// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.option;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How rows are printed. */
public enum Output {
  /** For people, in lines that fit. */
  TEXT,
  /** For people and grep: a line a row. */
  WIDE,
  /** For spreadsheets. */
  CSV,
  /** As REST gives them. */
  JSON;

  private static String names() {
    return Arrays.stream(values()).map(output -> output.name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(", "));
  }

  /** By name, in capitals or not. */
  static final class Converter implements ITypeConverter<Output> {
    @Override
    public Output convert(String text) {
      return Arrays.stream(values()).filter(output -> output.name().equalsIgnoreCase(text.trim())).findFirst()
          .orElseThrow(() -> new TypeConversionException("'" + text + "' is no format; it is one of " + names()));
    }
  }

  /** As people write them. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.asList(names().split(", ")).iterator();
    }
  }
}
