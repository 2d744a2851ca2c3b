// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;

/** References of the class files in a jar, as the compiler wrote them. */
final class References {
  /** A line of javap's output; names of arrays are quoted. */
  private static final Pattern REFERENCE = Pattern.compile(
      "(?m) = (?:Interface)?(?:Method|Field)ref +\\S+ +// +([\\w/$]+)\\.\"?([\\w$<>]+)\"?:(\\S+)$");

  private static final Map<String, Set<String>> NAMED = new ConcurrentHashMap<>();

  private References() {
  }

  /** The names of the classes in a jar, with dots. */
  static List<String> classes(Path jar) {
    try (JarFile open = new JarFile(jar.toFile())) {
      return open.stream().map(JarEntry::getName).filter(name -> name.endsWith(".class"))
          .map(name -> name.replace(".class", "").replace('/', '.')).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All members that the classes in one of our jars refer to; jars of one name are alike. */
  static Set<String> membersNamedIn(Path jar) {
    return NAMED.computeIfAbsent(jar.getFileName().toString(), name -> membersNamedIn(jar, all -> true));
  }

  /** @return for example {@code java/lang/Object.<init>:()V} */
  static Set<String> membersNamedIn(Path jar, Predicate<String> classes) {
    List<String> looked = classes(jar).stream().filter(classes).toList();
    if (looked.isEmpty()) {
      return Set.of();
    }
    List<String> arguments = new ArrayList<>(List.of("-v", "-p", "-cp", jar.toString()));
    arguments.addAll(looked);
    StringWriter listing = new StringWriter();
    StringWriter complaints = new StringWriter();
    int exitCode = ToolProvider.findFirst("javap").orElseThrow()
        .run(new PrintWriter(listing), new PrintWriter(complaints), arguments.toArray(new String[0]));
    if (exitCode != 0) {
      throw new IllegalStateException(complaints.toString());
    }
    Set<String> members = new TreeSet<>();
    REFERENCE.matcher(listing.getBuffer()).results()
        .forEach(match -> members.add(match.group(1) + '.' + match.group(2) + ':' + match.group(3)));
    return members;
  }
}
