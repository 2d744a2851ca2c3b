// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.dist;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Which of our methods may call which, by the byte code: a call of an overridden method may reach every override, and
 * who makes a lambda or an inner class may run it.
 */
final class CallGraph {
  private static final Pattern GENERATED = Pattern.compile(".*/compaction/(model|proto)/.*");
  private static final Pattern BY_VALUE = Pattern.compile("equals|hashCode|toString|compareTo");

  private final Map<String, ClassNode> classes = new TreeMap<>();
  private final Map<String, Set<String>> subtypes = new HashMap<>();
  private final Map<String, Set<String>> calls = new HashMap<>();
  private final Map<String, Set<String>> callers = new HashMap<>();
  private final Map<String, Set<String>> byName = new HashMap<>();
  private final Set<String> deciding = new HashSet<>();

  private CallGraph() {
  }

  /** @param jars of ours; a class that is in several of them is read once */
  static CallGraph of(Collection<Path> jars) {
    CallGraph graph = new CallGraph();
    jars.forEach(graph::read);
    for (ClassNode type : graph.classes.values()) {
      graph.supertypes(type.name).forEach(
          above -> graph.subtypes.computeIfAbsent(above, any -> new TreeSet<>()).add(type.name));
    }
    graph.classes.values().forEach(type -> type.methods.forEach(method -> graph.connect(type, method)));
    return graph;
  }

  private void read(Path jar) {
    try (JarFile open = new JarFile(jar.toFile())) {
      for (JarEntry entry : (Iterable<JarEntry>) open.stream()::iterator) {
        if (entry.getName().contains("/compaction/") && entry.getName().endsWith(".class")) {
          try (InputStream bytes = open.getInputStream(entry)) {
            ClassNode type = new ClassNode();
            new ClassReader(bytes).accept(type, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            classes.putIfAbsent(type.name, type);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The files of ours with a method that may be called on a way from one method to others, and branches for another
   * reason than to end a loop.
   *
   * @param from {@code Class.method}
   * @param to   each {@code Class.method}, or {@code Class.*} for its methods; none may be out of reach
   * @return names of classes, without their packages
   */
  Set<String> decidingFilesBetween(String from, String... to) {
    Set<String> between = reached(calls, named(from));
    Set<String> ends = new TreeSet<>();
    for (String name : to) {
      Set<String> end = named(name);
      if (Collections.disjoint(between, end)) {
        throw new IllegalArgumentException(from + " never calls " + name);
      }
      ends.addAll(end);
    }
    between.retainAll(reached(callers, ends));
    return between.stream().filter(deciding::contains).map(CallGraph::file)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Set<String> named(String name) {
    Set<String> found = byName.getOrDefault(name, Set.of());
    if (found.isEmpty()) {
      throw new IllegalArgumentException("There is no method " + name);
    }
    return found;
  }

  private void connect(ClassNode type, MethodNode method) {
    String from = type.name + "." + method.name + method.desc;
    for (AbstractInsnNode instruction : method.instructions) {
      if (instruction instanceof MethodInsnNode called) {
        call(from, called.owner, called.name + called.desc);
      } else if (instruction instanceof InvokeDynamicInsnNode made) {
        for (Object argument : made.bsmArgs) {
          if (argument instanceof Handle body) {
            call(from, body.getOwner(), body.getName() + body.getDesc());
          }
        }
      } else if (instruction.getOpcode() == Opcodes.NEW) {
        make(from, ((TypeInsnNode) instruction).desc);
      }
      if (isDecision(instruction) && !GENERATED.matcher(type.name).matches()
          && !BY_VALUE.matcher(method.name).matches()) {
        deciding.add(from);
      }
    }
  }

  private void call(String from, String owner, String method) {
    if (!classes.containsKey(owner)) {
      add(from, owner + "." + method);
      return;
    }
    Set<String> types = new LinkedHashSet<>(supertypes(owner));
    types.addAll(subtypes.getOrDefault(owner, Set.of()));
    for (String type : types) {
      if (declares(type, method)) {
        add(from, type + "." + method);
      }
    }
  }

  /** Somebody else calls the methods of an inner class that a library's type declares. */
  private void make(String from, String made) {
    ClassNode type = classes.get(made);
    boolean isForOthers = type != null && made.contains("$") && supertypes(made).stream()
        .anyMatch(above -> !"java/lang/Object".equals(above) && !classes.containsKey(above));
    if (isForOthers) {
      type.methods.stream()
          .filter(method -> (method.access & (Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE)) == 0
              && !method.name.startsWith("<"))
          .forEach(method -> add(from, made + "." + method.name + method.desc));
    }
  }

  private void add(String caller, String called) {
    calls.computeIfAbsent(caller, any -> new HashSet<>()).add(called);
    callers.computeIfAbsent(called, any -> new HashSet<>()).add(caller);
    name(caller);
    name(called);
  }

  private void name(String method) {
    String shortName = method.substring(method.lastIndexOf('/', method.indexOf('.')) + 1, method.indexOf('('));
    byName.computeIfAbsent(shortName, any -> new HashSet<>()).add(method);
    byName.computeIfAbsent(shortName.substring(0, shortName.indexOf('.')) + ".*", any -> new HashSet<>()).add(method);
  }

  private boolean declares(String type, String method) {
    ClassNode known = classes.get(type);
    return known != null && known.methods.stream().anyMatch(declared -> method.equals(declared.name + declared.desc));
  }

  /** The type itself, and all above it that are known. */
  private Set<String> supertypes(String type) {
    Set<String> all = new LinkedHashSet<>();
    Deque<String> left = new ArrayDeque<>(List.of(type));
    while (!left.isEmpty()) {
      String next = left.pop();
      ClassNode known = classes.get(next);
      if (all.add(next) && known != null) {
        left.addAll(known.interfaces);
        left.add(known.superName);
      }
    }
    return all;
  }

  private static boolean isDecision(AbstractInsnNode instruction) {
    if (instruction instanceof TableSwitchInsnNode || instruction instanceof LookupSwitchInsnNode) {
      return true;
    }
    return instruction instanceof JumpInsnNode && instruction.getOpcode() != Opcodes.GOTO && !isEndOfLoop(instruction)
        && !isEndOfResource(instruction);
  }

  private static boolean isEndOfLoop(AbstractInsnNode jump) {
    AbstractInsnNode before = jump.getPrevious();
    while (before != null && before.getOpcode() < 0) {
      before = before.getPrevious();
    }
    return before instanceof MethodInsnNode asked && "hasNext".equals(asked.name);
  }

  /** Whether a jump is of try with resources: the compiler has it close no resource that is null. */
  private static boolean isEndOfResource(AbstractInsnNode jump) {
    List<AbstractInsnNode> next = new ArrayList<>();
    for (AbstractInsnNode step = jump.getNext(); step != null && next.size() < 2; step = step.getNext()) {
      if (step.getOpcode() >= 0) {
        next.add(step);
      }
    }
    return jump.getOpcode() == Opcodes.IFNULL && next.size() == 2
        && next.get(1) instanceof MethodInsnNode closed && "close".equals(closed.name);
  }

  private static Set<String> reached(Map<String, Set<String>> next, Collection<String> from) {
    Set<String> reached = new HashSet<>(from);
    Deque<String> left = new ArrayDeque<>(from);
    while (!left.isEmpty()) {
      for (String method : next.getOrDefault(left.pop(), Set.of())) {
        if (reached.add(method)) {
          left.add(method);
        }
      }
    }
    return reached;
  }

  /** The class after which the file of a method is called. */
  private static String file(String method) {
    String type = method.substring(0, method.indexOf('.'));
    return type.substring(type.lastIndexOf('/') + 1).replaceFirst("\\$.*", "");
  }
}
