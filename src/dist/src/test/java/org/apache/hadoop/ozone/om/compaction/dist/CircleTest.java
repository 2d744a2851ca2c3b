// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No files of a package need each other in a circle: each can be read with those that it names and nothing else. */
class CircleTest {
  private static final Pattern NEEDS =
      Pattern.compile("(?m)^ +(org\\S*\\.compaction\\.\\S+) +-> (org\\S*\\.compaction\\.\\S+)");
  /** Generated; and picocli has a command name its subcommands, each of which knows the one above. */
  private static final Pattern LEFT_OUT =
      Pattern.compile(".*\\.compaction\\.(model|proto)\\..*|.*\\.command\\.CompactionCommand");

  @TempDir
  private Path home;

  @BeforeEach
  void unpack() {
    Overlay.unpackOver(home);
  }

  @Test
  void filesOfAPackageNeedEachOtherInNoCircle() {
    Map<String, Set<String>> needs = needsInPackages();
    assertThat(needs.keySet()).hasSizeGreaterThan(150);
    Set<Set<String>> circles = new LinkedHashSet<>();
    for (String file : needs.keySet()) {
      Set<String> circle = new TreeSet<>();
      for (String other : reached(needs, file)) {
        if (reached(needs, other).contains(file)) {
          circle.add(other);
        }
      }
      if (circle.size() > 1) {
        circles.add(circle);
      }
    }
    assertThat(circles).isEmpty();
  }

  /** By file, the other files of its package that it names. */
  private Map<String, Set<String>> needsInPackages() {
    List<String> arguments = new ArrayList<>(List.of("-v", "--multi-release", "base", "--ignore-missing-deps",
        "-filter:none"));
    for (Stock process : Stock.values()) {
      Overlay.jars(home, process).stream().map(Path::toString).filter(jar -> !arguments.contains(jar))
          .forEach(arguments::add);
    }
    StringWriter report = new StringWriter();
    ToolProvider.findFirst("jdeps").orElseThrow()
        .run(new PrintWriter(report), new PrintWriter(report), arguments.toArray(new String[0]));
    Map<String, Set<String>> needs = new TreeMap<>();
    for (MatchResult line : (Iterable<MatchResult>) NEEDS.matcher(report.toString()).results()::iterator) {
      String file = file(line.group(1));
      String needed = file(line.group(2));
      if (!file.equals(needed) && packageOf(file).equals(packageOf(needed)) && !LEFT_OUT.matcher(file).matches()) {
        needs.computeIfAbsent(file, any -> new TreeSet<>()).add(needed);
      }
    }
    return needs;
  }

  /** The class after which the file of a class is called. */
  private static String file(String name) {
    return name.replaceFirst("\\$.*", "");
  }

  private static String packageOf(String name) {
    return name.substring(0, name.lastIndexOf('.'));
  }

  private static Set<String> reached(Map<String, Set<String>> needs, String from) {
    Set<String> reached = new TreeSet<>();
    Deque<String> left = new ArrayDeque<>(needs.getOrDefault(from, Set.of()));
    while (!left.isEmpty()) {
      String next = left.pop();
      if (reached.add(next)) {
        left.addAll(needs.getOrDefault(next, Set.of()));
      }
    }
    return reached;
  }
}
