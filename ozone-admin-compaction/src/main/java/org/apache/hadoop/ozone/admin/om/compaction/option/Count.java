// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.option;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts a count with an optional unit of 1000: 5000, 34.0k, 1.5M. */
public final class Count implements ITypeConverter<Long> {
  private static final Pattern TEXT = Pattern.compile("(\\d{1,19}(?:\\.\\d{1,9})?)([kKMG]?)");
  private static final String UNITS = "KMG";

  @Override
  public Long convert(String text) {
    Matcher matcher = TEXT.matcher(text.trim());
    if (!matcher.matches()) {
      throw new TypeConversionException("'" + text + "' is not a count; write it as 5000, 10k or 1.5M");
    }
    String unit = matcher.group(2).toUpperCase(Locale.ROOT);
    int thousands = unit.isEmpty() ? 0 : UNITS.indexOf(unit) + 1;
    BigDecimal count = new BigDecimal(matcher.group(1)).scaleByPowerOfTen(3 * thousands);
    if (count.stripTrailingZeros().scale() > 0) {
      throw new TypeConversionException("'" + text + "' is not a whole number");
    }
    if (count.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
      throw new TypeConversionException("'" + text + "' is too large");
    }
    return count.longValueExact();
  }
}
