// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.option;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts a duration such as 90s, 10m or 1h30m. A number without a unit is refused: it could be of any. */
public final class WaitTime implements ITypeConverter<Duration> {
  private static final Pattern TEXT =
      Pattern.compile("(?:(\\d{1,4})d)?(?:(\\d{1,6})h)?(?:(\\d{1,8})m(?:in)?)?(?:(\\d{1,9})s)?");
  private static final Pattern NUMBER = Pattern.compile("\\d+");
  private static final String FORM = "write it as 90s, 10m or 1h30m";

  @Override
  public Duration convert(String text) {
    Matcher matcher = TEXT.matcher(text.trim().toLowerCase(Locale.ROOT));
    if (matcher.matches()) {
      Duration time = Duration.ofDays(part(matcher, 1))
          .plusHours(part(matcher, 2))
          .plusMinutes(part(matcher, 3))
          .plusSeconds(part(matcher, 4));
      if (!time.isZero()) {
        return time;
      }
    }
    throw new TypeConversionException("'" + text + "' " + (NUMBER.matcher(text.trim()).matches() ? "has no unit; "
        : "is not a time to wait; ") + FORM);
  }

  private static long part(Matcher matcher, int group) {
    return matcher.group(group) == null ? 0 : Long.parseLong(matcher.group(group));
  }
}
