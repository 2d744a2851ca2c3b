// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Our classes together with those of stock Ozone, process by process. */
class ShippedClassesTest {
  /** Annotations of the generated model. The JVM ignores annotations whose class is missing. */
  private static final Set<String> SKIPPED_WHEN_MISSING =
      Set.of("javax.annotation.Nonnull", "javax.annotation.Nullable");
  private static final Pattern MISSING = Pattern.compile("(?m)^ +\\S+ +-> (\\S+) +not found$");

  @TempDir
  private Path home;

  @BeforeEach
  void unpack() {
    Overlay.unpackOver(home);
  }

  @ParameterizedTest
  @EnumSource
  void noClassIsInStockOzoneToo(Stock process) throws IOException {
    try (URLClassLoader stock = new URLClassLoader(urls(process.jars()), null)) {
      assertThat(classFiles(process)).allSatisfy(file -> assertThat(stock.getResource(file)).isNull());
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyReferencedClassIsInStockOzoneOrTheTarball(Stock process) {
    assertThat(missingClasses(process)).isSubsetOf(SKIPPED_WHEN_MISSING);
  }

  /** Lines of jdeps {@code class -> missing class  not found}. */
  private Set<String> missingClasses(Stock process) {
    List<String> arguments = new ArrayList<>(List.of("--multi-release", "base", "--missing-deps",
        "-cp", process.classpathWithOverlay(home)));
    Overlay.jars(home, process).forEach(jar -> arguments.add(jar.toString()));
    StringWriter report = new StringWriter();
    StringWriter complaints = new StringWriter();

    ToolProvider.findFirst("jdeps").orElseThrow()
        .run(new PrintWriter(report), new PrintWriter(complaints), arguments.toArray(new String[0]));

    assertThat(complaints.toString()).isBlank();
    return MISSING.matcher(report.toString()).results().map(match -> match.group(1)).collect(Collectors.toSet());
  }

  private List<String> classFiles(Stock process) throws IOException {
    List<String> files = new ArrayList<>();
    for (Path jar : Overlay.jars(home, process)) {
      try (JarFile open = new JarFile(jar.toFile())) {
        open.stream().map(JarEntry::getName).filter(name -> name.endsWith(".class")).forEach(files::add);
      }
    }
    return files;
  }

  private static URL[] urls(List<Path> jars) throws MalformedURLException {
    URL[] urls = new URL[jars.size()];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = jars.get(i).toUri().toURL();
    }
    return urls;
  }
}
