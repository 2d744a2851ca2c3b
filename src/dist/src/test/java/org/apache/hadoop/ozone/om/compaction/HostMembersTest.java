// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.ozone.om.compaction.dist.Overlay;
import org.apache.hadoop.ozone.om.compaction.dist.Stock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The members that an OM looks for before it starts with the add-on are those that its starter and its request handler
 * need.
 */
class HostMembersTest {
  /** Upstream is about to remove it; an Ozone without it lacks nothing else. */
  private static final String PREPARE = "startAndCancelPrepare";

  @TempDir
  private Path home;

  @Test
  void listedMembersAreThoseThatClassesCallOrOverride() throws ClassNotFoundException {
    Overlay.unpackOver(home);
    Path jar = Overlay.jars(home, Stock.OM).stream().filter(path -> path.endsWith("ozone-compaction-manager.jar"))
        .findFirst().orElseThrow();
    Set<String> members = new TreeSet<>();
    References.membersNamedIn(jar, name -> HostCheck.CLASSES.contains(name.replaceFirst("\\$.*", ""))).stream()
        .filter(member -> isOfTheHost(member.replaceFirst("\\..*", "").replace('/', '.'))).forEach(members::add);
    for (String name : HostCheck.CLASSES) {
      members.addAll(abstractMethodsAbove(Class.forName(name, false, HostMembersTest.class.getClassLoader())));
    }

    assertThat(HostCheck.members()).containsExactlyElementsOf(members);
  }

  private static Set<String> abstractMethodsAbove(Class<?> ours) {
    Set<String> members = new TreeSet<>();
    for (Class<?> parent = ours.getSuperclass(); parent != null; parent = parent.getSuperclass()) {
      addAbstractMethods(parent, members);
    }
    Arrays.stream(ours.getInterfaces()).forEach(parent -> addAbstractMethods(parent, members));
    return members;
  }

  private static void addAbstractMethods(Class<?> parent, Set<String> members) {
    for (Method method : parent.getDeclaredMethods()) {
      if (isOfTheHost(parent.getName()) && Modifier.isAbstract(method.getModifiers())
          && !method.getName().equals(PREPARE)) {
        members.add(parent.getName().replace('.', '/') + '.' + method.getName() + ':'
            + MethodType.methodType(method.getReturnType(), method.getParameterTypes()).toMethodDescriptorString());
      }
    }
  }

  private static boolean isOfTheHost(String type) {
    return !type.startsWith("java.") && !type.startsWith("org.slf4j.")
        && !type.startsWith("org.apache.hadoop.ozone.om.compaction.");
  }
}
