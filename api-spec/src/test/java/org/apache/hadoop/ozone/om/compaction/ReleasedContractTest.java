// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.model.Job;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What was released stays: Commands lie in Ratis logs, JobRecords in om.db, scripts read the JSON. A line of
 * src/test/resources/released may be added, when a version is released, but never removed or changed. The lists of the
 * code as it is are in target/contract after a run.
 */
class ReleasedContractTest {

  @BeforeAll
  static void writeWhatANewReleaseWouldAdd() throws Exception {
    Path current = Files.createDirectories(Path.of("target/contract"));
    Files.write(current.resolve("compaction.proto.txt"), replicated());
    Files.write(current.resolve("openapi.yaml.txt"), json());
  }

  @Test
  void everyReleasedFieldOfTheReplicatedMessagesIsStillThere() throws IOException {
    assertThat(replicated()).containsAll(released("compaction.proto.txt"));
  }

  @Test
  void everyReleasedPropertyAndValueOfTheJsonModelIsStillThere() throws Exception {
    assertThat(json()).containsAll(released("openapi.yaml.txt"));
  }

  @Test
  void theListsAreThoseOfTheCurrentVersion() throws Exception {
    assertThat(released("compaction.proto.txt")).as("add new lines when you release").containsAll(replicated());
    assertThat(released("openapi.yaml.txt")).as("add new lines when you release").containsAll(json());
  }

  private static Set<String> released(String name) throws IOException {
    return new TreeSet<>(Files.readAllLines(Path.of("src/test/resources/released", name)));
  }

  private static Set<String> replicated() {
    Set<String> lines = new TreeSet<>();
    CompactionProtos.getDescriptor().getMessageTypes().forEach(message -> describe(message, lines));
    CompactionProtos.getDescriptor().getEnumTypes().forEach(type -> describe(type, lines));
    return lines;
  }

  private static void describe(Descriptor message, Set<String> lines) {
    for (FieldDescriptor field : message.getFields()) {
      String type = switch (field.getJavaType()) {
        case MESSAGE -> field.getMessageType().getName();
        case ENUM -> field.getEnumType().getName();
        default -> field.getType().name().toLowerCase(Locale.ROOT);
      };
      lines.add(message.getName() + '.' + field.getName() + " = " + field.getNumber() + ' '
          + (field.isRepeated() ? "repeated " : "") + (field.hasPresence() ? "optional " : "") + type);
    }
  }

  private static void describe(EnumDescriptor type, Set<String> lines) {
    type.getValues().forEach(value -> lines.add(type.getName() + '.' + value.getName() + " = " + value.getNumber()));
  }

  private static Set<String> json() throws URISyntaxException, IOException {
    ObjectMapper mapper = new ObjectMapper();
    Path model = new File(Job.class.getProtectionDomain().getCodeSource().getLocation().toURI()).toPath()
        .resolve(Job.class.getPackageName().replace('.', '/'));
    Set<String> lines = new TreeSet<>();
    try (var files = Files.list(model)) {
      for (String name : files.map(file -> file.getFileName().toString()).filter(file -> file.endsWith(".class"))
          .map(file -> file.substring(0, file.length() - 6)).collect(Collectors.toList())) {
        describe(mapper, load(name), lines);
      }
    }
    return lines;
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(Job.class.getPackageName() + '.' + name);
    } catch (ClassNotFoundException e) {
      throw new UncheckedIOException(new IOException(e));
    }
  }

  private static void describe(ObjectMapper mapper, Class<?> type, Set<String> lines) {
    if (type.isEnum()) {
      List.of(type.getEnumConstants()).forEach(value -> lines.add(type.getSimpleName() + ": " + value));
    } else if (Arrays.stream(type.getAnnotations())
        .anyMatch(annotation -> annotation.annotationType().getSimpleName().equals("JsonPropertyOrder"))) {
      BeanDescription bean = mapper.getSerializationConfig().introspect(mapper.constructType(type));
      for (BeanPropertyDefinition property : bean.findProperties()) {
        lines.add(type.getSimpleName() + '.' + property.getName() + ": "
            + property.getPrimaryType().getRawClass().getSimpleName());
      }
    }
  }
}
