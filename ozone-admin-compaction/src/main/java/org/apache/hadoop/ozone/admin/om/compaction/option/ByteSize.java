// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.option;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts a number of bytes, with an optional unit in powers of 1024: 50MB, 1.5 GB, 4096. */
public final class ByteSize implements ITypeConverter<Long> {
  private static final Pattern TEXT = Pattern.compile("(-?\\d+(?:\\.\\d+)?) ?([KMGTP]?)(?:I?B)?(?:/S)?");
  private static final String UNITS = "KMGTP";

  @Override
  public Long convert(String text) {
    Matcher matcher = TEXT.matcher(text.trim().toUpperCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new TypeConversionException("'" + text + "' is not a size; write it as 50MB, 1GB or 4096");
    }
    BigDecimal bytes = new BigDecimal(matcher.group(1));
    int powers = matcher.group(2).isEmpty() ? 0 : UNITS.indexOf(matcher.group(2)) + 1;
    bytes = bytes.multiply(BigDecimal.valueOf(1L << 10 * powers));
    if (bytes.compareTo(BigDecimal.ONE) < 0) {
      throw new TypeConversionException("'" + text + "' is less than a byte; write it as 50MB, 1GB or 4096");
    }
    if (bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
      throw new TypeConversionException("'" + text + "' is too large");
    }
    return bytes.longValue();
  }
}
