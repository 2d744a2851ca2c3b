// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Checks that this Ozone has the members in {@code host-members.txt}, and that {@link #CLASSES} implement all abstract
 * methods that they inherit from Ozone.
 */
final class HostCheck {
  /** Classes of the add-on that replace OM's own classes, or whose linkage errors would stop the OM. */
  static final List<String> CLASSES = Collections.unmodifiableList(Arrays.asList(
      "org.apache.hadoop.ozone.om.compaction.OmStarter",
      "org.apache.hadoop.ozone.om.compaction.rest.CompactionHttpInitializer",
      "org.apache.hadoop.ozone.om.compaction.ratis.CompactionRequestHandler",
      "org.apache.hadoop.ozone.om.compaction.ratis.CompactionResponse",
      "org.apache.hadoop.ozone.om.compaction.ratis.JobRecordTable"));

  private static final String MEMBERS = "host-members.txt";
  private static final Pattern MEMBER = Pattern.compile("(?<class>[^.]+)\\.(?<name>[^:]+):(?<type>.+)");
  private static final Pattern PARAMETER = Pattern.compile("(\\[*)(?:L(?:[^;]*[/$])?([^;]+);|([BCDFIJSZ]))");
  private static final String CONSTRUCTOR = "<init>";
  /**
   * Finds a class's member by name and type. Reflection would load the types of all members, and some types may be
   * missing.
   */
  private static final MethodHandles.Lookup FINDER = MethodHandles.publicLookup();

  private HostCheck() {
  }

  /** The first reason why this Ozone does not fit; empty if it fits. Initialises no classes. */
  static Optional<String> misfit(ClassLoader loader) {
    Optional<String> gone = gone(members(), loader);
    return gone.isPresent() ? gone
        : CLASSES.stream().map(name -> unimplemented(name, loader)).filter(Optional::isPresent).findFirst()
            .orElse(Optional.empty());
  }

  /**
   * Returns a clause that names the first member that Ozone lacks; empty if Ozone has all members.
   *
   * @param members written as in a class file: {@code a/Class.name:(La/Parameter;)V}
   */
  static Optional<String> gone(List<String> members, ClassLoader ozone) {
    return members.stream().filter(member -> !has(ozone, matched(member))).findFirst()
        .map(member -> "it has no " + words(matched(member)));
  }

  private static Optional<String> unimplemented(String name, ClassLoader loader) {
    try {
      return unimplemented(Class.forName(name, false, loader));
    } catch (ClassNotFoundException | LinkageError e) {
      return Optional.of(e.toString());
    }
  }

  /** A clause for the log on an abstract method of Ozone that a class of ours does not implement; empty if none. */
  static Optional<String> unimplemented(Class<?> ours) {
    List<Method> wanted = new ArrayList<>(Arrays.asList(ours.getMethods()));
    for (Class<?> parent = ours.getSuperclass(); parent != null; parent = parent.getSuperclass()) {
      wanted.addAll(Arrays.asList(parent.getDeclaredMethods()));
    }
    return wanted.stream()
        .filter(method -> Modifier.isAbstract(method.getModifiers()) && method.equals(nearest(ours, method)))
        .findFirst()
        .map(method -> "it wants a method of " + ours.getName() + " that is not there, " + method.getName());
  }

  /**
   * Returns the first method with the name and parameters of {@code called} in a class, then in its superclasses;
   * {@code called} if there is none.
   */
  private static Method nearest(Class<?> ours, Method called) {
    for (Class<?> type = ours; type != null; type = type.getSuperclass()) {
      for (Method each : type.getDeclaredMethods()) {
        if (each.getName().equals(called.getName())
            && Arrays.equals(each.getParameterTypes(), called.getParameterTypes())) {
          return each;
        }
      }
    }
    return called;
  }

  static List<String> members() {
    try (BufferedReader lines = new BufferedReader(new InputStreamReader(
        HostCheck.class.getResourceAsStream(MEMBERS), StandardCharsets.UTF_8))) {
      return lines.lines().filter(line -> !line.startsWith("#")).collect(Collectors.toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Matcher matched(String member) {
    Matcher parts = MEMBER.matcher(member);
    if (!parts.matches()) {
      throw new IllegalArgumentException(member);
    }
    return parts;
  }

  private static boolean has(ClassLoader ozone, Matcher member) {
    String type = member.group("type");
    try {
      Class<?> owner = Class.forName(member.group("class").replace('/', '.'), false, ozone);
      if (type.startsWith("(")) {
        findMethod(owner, member.group("name"), MethodType.fromMethodDescriptorString(type, ozone));
      } else {
        FINDER.findGetter(owner, member.group("name"),
            MethodType.fromMethodDescriptorString("()" + type, ozone).returnType());
      }
      return true;
    } catch (IllegalAccessException e) {
      // The member exists, which is enough here. This exception says only that it is static or not accessible.
      return true;
    } catch (ReflectiveOperationException | TypeNotPresentException | LinkageError e) {
      return false;
    }
  }

  private static void findMethod(Class<?> owner, String name, MethodType type) throws ReflectiveOperationException {
    if (name.equals(CONSTRUCTOR)) {
      FINDER.findConstructor(owner, type);
    } else {
      FINDER.findVirtual(owner, name, type);
    }
  }

  /** Writes a member as {@code org.apache.hadoop.ozone.om.OzoneManager.createOm(OzoneConfiguration)}. */
  private static String words(Matcher member) {
    String name = member.group("class").replace('/', '.') + '.' + member.group("name");
    String type = member.group("type");
    if (!type.startsWith("(")) {
      return name;
    }
    StringBuilder parameters = new StringBuilder();
    Matcher each = PARAMETER.matcher(type.substring(0, type.indexOf(')')));
    while (each.find()) {
      parameters.append(parameters.length() == 0 ? "" : ", ").append(each.group(2) == null ? each.group(3)
          : each.group(2)).append(each.group(1).replace("[", "[]"));
    }
    return name + '(' + parameters + ')';
  }
}
