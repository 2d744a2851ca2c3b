// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.option;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a ratio from 0 to 1, which may be given in percent: 0.3, 30%, 30 %. */
public final class Ratio implements ITypeConverter<Double> {
  private static final Pattern TEXT = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,40})?(?:[eE]-?\\d{1,3})?) ?(%?)");

  @Override
  public Double convert(String text) {
    Matcher matcher = TEXT.matcher(text.trim());
    if (!matcher.matches()) {
      throw new TypeConversionException("'" + text + "' is not a ratio; write it as 0.3 or 30%");
    }
    BigDecimal ratio = new BigDecimal(matcher.group(1)).movePointLeft(matcher.group(2).isEmpty() ? 0 : 2);
    if (ratio.compareTo(BigDecimal.ONE) > 0) {
      throw new TypeConversionException("'" + text + "' is not possible; a ratio lies from 0 to 1, or 0% to 100%");
    }
    return ratio.doubleValue();
  }
}
