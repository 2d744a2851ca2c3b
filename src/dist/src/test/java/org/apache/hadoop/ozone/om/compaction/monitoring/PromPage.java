// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.monitoring;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The samples of a server's {@code /prom}, by name and labels. */
final class PromPage {
  private static final Pattern SAMPLE = Pattern.compile("^([a-zA-Z_:][\\w:]*)(?:\\{(.*)})? (\\S+)$",
      Pattern.MULTILINE);
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");

  private final Map<String, Double> samples = new TreeMap<>();
  private final Set<String> names = new TreeSet<>();

  PromPage(String text) {
    Matcher sample = SAMPLE.matcher(text);
    while (sample.find()) {
      String labels = sample.group(2) == null ? "" : LABEL.matcher(sample.group(2)).results()
          .filter(label -> !Set.of("hostname", "context", "servername").contains(label.group(1)))
          .map(label -> label.group(1) + "=" + label.group(2)).collect(Collectors.joining(","));
      names.add(sample.group(1));
      samples.put(sample.group(1) + '{' + labels + '}', Double.valueOf(sample.group(3)));
    }
  }

  Set<String> names() {
    return names;
  }

  /**
   * @param labels {@code name=value}, without those that every sample of an OM has
   * @return null if there is no such sample
   */
  Double value(String name, String labels) {
    return samples.get(name + '{' + labels + '}');
  }

  @Override
  public String toString() {
    return samples.toString();
  }
}
