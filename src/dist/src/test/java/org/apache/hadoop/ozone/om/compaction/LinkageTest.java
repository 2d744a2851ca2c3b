// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.dist.Overlay;
import org.apache.hadoop.ozone.om.compaction.dist.Stock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One tarball for several Ozones: the members that the compiler saw in one exist in the other, with the same
 * signatures.
 */
class LinkageTest {
  @TempDir
  private Path home;

  @BeforeEach
  void unpack() {
    Overlay.unpackOver(home);
  }

  /** Otherwise tests on "both" Ozones would run on one of them, or on a mixture of jars that nobody has. */
  @Test
  void theOtherOzoneIsOfOneVersionThatIsAnother() {
    assertThat(versions(Stock.OM)).hasSize(1);
    assertThat(versions(Stock.OTHER_OM)).hasSize(1).isNotEqualTo(versions(Stock.OM));
  }

  private static Set<String> versions(Stock process) {
    return process.jars().stream().filter(jar -> jar.toString().contains("/org/apache/ozone/"))
        .map(jar -> jar.getParent().getFileName().toString()).collect(Collectors.toSet());
  }

  @ParameterizedTest
  @EnumSource(names = {"SCM", "OTHER_SCM"}, mode = EnumSource.Mode.EXCLUDE)
  void everyReferencedMemberExists(Stock process) throws IOException {
    Set<String> named = new TreeSet<>();
    Overlay.jars(home, process).forEach(jar -> named.addAll(References.membersNamedIn(jar)));
    Set<String> own = new TreeSet<>();
    Overlay.jars(home, process).forEach(jar -> own.addAll(References.classes(jar)));
    named.removeIf(member -> own.contains(member.replaceFirst("\\..*", "").replace('/', '.')));
    assertThat(named).hasSizeGreaterThan(500);

    try (URLClassLoader ozone = classesOf(process)) {
      assertThat(named.stream().map(member -> HostCheck.gone(List.of(member), ozone)).flatMap(gone -> gone.stream()))
          .isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SCM", "OTHER_SCM"}, mode = EnumSource.Mode.EXCLUDE)
  void noClassLacksAnAbstractMethodOfItsParents(Stock process) throws Exception {
    try (URLClassLoader ozone = classesOf(process)) {
      for (Class<?> ours : ours(process, ozone)) {
        if (!Modifier.isAbstract(ours.getModifiers())) {
          assertThat(HostCheck.unimplemented(ours)).isEmpty();
        }
      }
    }
  }

  /** A method that overrides nothing any more would never be called. */
  @ParameterizedTest
  @CsvSource({"OM, OTHER_OM", "RECON, OTHER_RECON", "ADMIN, OTHER_ADMIN"})
  void ourMethodsOverrideTheSameMethods(Stock process, Stock other) throws Exception {
    assertThat(overriding(other)).isEqualTo(overriding(process)).hasSizeGreaterThan(10);
  }

  private Set<String> overriding(Stock process) throws Exception {
    Set<String> overriding = new TreeSet<>();
    try (URLClassLoader ozone = classesOf(process)) {
      List<Class<?>> own = ours(process, ozone);
      for (Class<?> ours : own) {
        List<Class<?>> theirs = parents(ours)
            .filter(parent -> parent.getClassLoader() == ozone && !own.contains(parent)).toList();
        for (Method method : ours.getDeclaredMethods()) {
          theirs.stream().filter(parent -> declares(parent, method))
              .forEach(parent -> overriding.add(ours.getName() + '.' + method.getName() + " of " + parent.getName()));
        }
      }
    }
    return overriding;
  }

  private static boolean declares(Class<?> parent, Method method) {
    return Arrays.stream(parent.getDeclaredMethods()).anyMatch(theirs -> !Modifier.isPrivate(theirs.getModifiers())
        && !Modifier.isStatic(theirs.getModifiers()) && theirs.getName().equals(method.getName())
        && Arrays.equals(theirs.getParameterTypes(), method.getParameterTypes()));
  }

  private static Stream<Class<?>> parents(Class<?> type) {
    List<Class<?>> above = new ArrayList<>(Arrays.asList(type.getInterfaces()));
    if (type.getSuperclass() != null) {
      above.add(type.getSuperclass());
    }
    return above.stream().flatMap(parent -> Stream.concat(Stream.of(parent), parents(parent)));
  }

  private List<Class<?>> ours(Stock process, ClassLoader ozone) throws ClassNotFoundException {
    List<Class<?>> ours = new ArrayList<>();
    for (Path jar : Overlay.jars(home, process)) {
      for (String name : References.classes(jar)) {
        ours.add(Class.forName(name, false, ozone));
      }
    }
    return ours;
  }

  private URLClassLoader classesOf(Stock process) throws IOException {
    List<URL> urls = new ArrayList<>();
    for (Path jar : Stream.concat(process.jars().stream(), Overlay.jars(home, process).stream()).toList()) {
      urls.add(new File(jar.toString()).toURI().toURL());
    }
    return new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
  }
}
