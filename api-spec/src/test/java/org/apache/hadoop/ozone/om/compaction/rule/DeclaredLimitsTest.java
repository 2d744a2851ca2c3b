// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.math.BigInteger;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.JobRequestJson;
import org.apache.hadoop.ozone.om.compaction.model.JobUpdateJson;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules are what openapi.yaml declares: which parameters there are, and how much of each. */
class DeclaredLimitsTest {
  private static JsonNode document;

  @BeforeAll
  static void read() throws Exception {
    document = new ObjectMapper(new YAMLFactory()).readTree(Path.of("openapi.yaml").toFile());
  }

  static Stream<Arguments> reads() {
    return Stream.of(
        Arguments.of("/nodes", QueryRules.NONE),
        Arguments.of("/places", QueryRules.PLACES),
        Arguments.of("/buckets", QueryRules.BUCKETS),
        Arguments.of("/ranges", QueryRules.RANGES),
        Arguments.of("/sst-files", QueryRules.SST_FILES),
        Arguments.of("/service", QueryRules.SERVICE),
        Arguments.of("/service/pause", QueryRules.SERVICE_PAUSE),
        Arguments.of("/service/resume", QueryRules.NONE),
        Arguments.of("/jobs", QueryRules.JOBS),
        Arguments.of("/jobs/{jobId}", QueryRules.NONE),
        Arguments.of("/jobs/{jobId}/update", QueryRules.NONE),
        Arguments.of("/jobs/{jobId}/pause", QueryRules.NONE),
        Arguments.of("/jobs/{jobId}/resume", QueryRules.NONE));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("reads")
  void readTakesTheDeclaredParameters(String path, QueryRules rules) {
    assertThat(parameters(path)).extracting(parameter -> parameter.path("name").asText())
        .containsExactlyElementsOf(rules.names());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("reads")
  void parameterTakesTheDeclaredValues(String path, QueryRules rules) {
    for (JsonNode parameter : parameters(path)) {
      String name = parameter.path("name").asText();
      JsonNode schema = resolve(parameter.path("schema"));
      if (parameter.path("explode").asBoolean()) {
        assertMostTimes(name, schema, rules);
        schema = resolve(schema.path("items"));
      }
      for (String value : allowed(schema)) {
        assertThatCode(() -> rules.parse(query(name, value))).as("%s=%s", name, value).doesNotThrowAnyException();
      }
      for (String value : notAllowed(schema)) {
        assertThatThrownBy(() -> rules.parse(query(name, value))).as("%s=%s", name, value)
            .isInstanceOfSatisfying(RefusedException.class,
                e -> assertThat(e.getParameter()).isEqualTo(name));
      }
    }
  }

  /** Given as often as the list may have items, and once more. */
  private static void assertMostTimes(String name, JsonNode list, QueryRules rules) {
    String once = query(name, "x");
    int most = list.path("maxItems").asInt();
    assertThatCode(() -> rules.parse(String.join("&", Collections.nCopies(most, once)))).doesNotThrowAnyException();
    assertThatThrownBy(() -> rules.parse(String.join("&", Collections.nCopies(most + 1, once))))
        .isInstanceOfSatisfying(RefusedException.class, e -> assertThat(e.getParameter()).isEqualTo(name));
  }

  private static String query(String name, String value) {
    return name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  /** At the bounds. */
  private static List<String> allowed(JsonNode schema) {
    if (schema.has("enum")) {
      return texts(schema.path("enum"));
    }
    if (schema.has("items")) {
      List<String> items = allowed(resolve(schema.path("items")));
      return List.of(items.get(0), String.join(",", items));
    }
    if (schema.path("format").asText().equals("date-time")) {
      return List.of("2026-01-01T22:00:00Z", "2026-01-01T22:00:00.123+01:00");
    }
    return switch (schema.path("type").asText()) {
      case "integer" -> List.of(least(schema).toString(), most(schema).toString());
      case "number" -> List.of(schema.path("minimum").asText(), schema.path("maximum").asText(), "0.5");
      case "boolean" -> List.of("true", "false");
      default -> List.of("x".repeat(schema.path("maxLength").asInt()));
    };
  }

  /** Just beyond them. */
  private static List<String> notAllowed(JsonNode schema) {
    if (schema.has("enum")) {
      return texts(schema.path("enum")).stream().map(value -> value.toLowerCase(Locale.ROOT)).toList();
    }
    if (schema.has("items")) {
      String item = allowed(resolve(schema.path("items"))).get(0);
      return List.of("", item + ',', ',' + item, item + ", " + item, item.toLowerCase(Locale.ROOT));
    }
    if (schema.path("format").asText().equals("date-time")) {
      return List.of("2026-01-01", "2026-01-01T22:00", "22:00", "yesterday");
    }
    return switch (schema.path("type").asText()) {
      case "integer" -> List.of(least(schema).subtract(BigInteger.ONE).toString(),
          most(schema).add(BigInteger.ONE).toString(), "1.0", "one");
      case "number" -> List.of("-0.01", "1.01", "NaN", "half");
      case "boolean" -> List.of("TRUE", "1");
      default -> List.of("x".repeat(schema.path("maxLength").asInt() + 1));
    };
  }

  private static BigInteger least(JsonNode schema) {
    return schema.path("minimum").bigIntegerValue();
  }

  private static BigInteger most(JsonNode schema) {
    return schema.has("maximum") ? schema.path("maximum").bigIntegerValue()
        : BigInteger.valueOf(schema.path("format").asText().equals("int32") ? Integer.MAX_VALUE : Long.MAX_VALUE);
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(item -> texts.add(item.asText()));
    return texts;
  }

  @Test
  void defaultsAreThoseDeclared() {
    assertThat(document.at("/components/parameters/limit/schema/default").asInt()).isEqualTo(Limits.DEFAULT_ROWS);
    assertThat(schema("BucketSort").path("default").asText()).isEqualTo(QueryRules.BUCKET_SORT.name());
    assertThat(schema("RangeSort").path("default").asText()).isEqualTo(QueryRules.RANGE_SORT.name());
  }

  static Stream<Arguments> numbers() {
    return Stream.of(
        Arguments.of("JobRequest", "maxParallelNodes", JobSpecRules.PARALLEL_NODES),
        Arguments.of("JobRequest", "maxWriteRate", JobSpecRules.WRITE_RATE),
        Arguments.of("JobUpdate", "maxWriteRate", JobSpecRules.WRITE_RATE),
        Arguments.of("ThresholdsUpdate", "maxTotalBytes", JobSpecRules.TOTAL_BYTES),
        Arguments.of("Thresholds", "minTombstones", JobSpecRules.TOMBSTONES),
        Arguments.of("Thresholds", "top", JobSpecRules.TOP),
        Arguments.of("Thresholds", "maxEntries", JobSpecRules.ENTRIES),
        Arguments.of("Thresholds", "maxBytes", JobSpecRules.BYTES),
        Arguments.of("Thresholds", "maxTotalBytes", JobSpecRules.TOTAL_BYTES));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("numbers")
  void numbersOfAJobHaveTheDeclaredBounds(String schema, String field, Bound bound) throws RefusedException {
    JsonNode declared = schema(schema).path("properties").path(field);
    bound.check(least(declared).longValueExact());
    bound.check(most(declared).longValueExact());
    assertRefused(bound, field, least(declared).longValueExact() - 1);
    if (declared.has("maximum")) {
      assertRefused(bound, field, most(declared).longValueExact() + 1);
    }
  }

  @Test
  void ratesThatAreRefusedAsMistakesAreDeclared() throws RefusedException {
    JsonNode mistakes = schema("JobRequest").at("/properties/maxWriteRate/not");
    assertThat(schema("JobUpdate").at("/properties/maxWriteRate/not")).isEqualTo(mistakes);
    for (long accepted : List.of(least(mistakes).longValueExact() - 1, most(mistakes).longValueExact() + 1)) {
      JobRequestRules.check(new JobRequestJson().maxWriteRate(accepted));
      JobRequestRules.check(new JobUpdateJson().maxWriteRate(accepted));
    }
    for (long refused : List.of(least(mistakes).longValueExact(), most(mistakes).longValueExact())) {
      assertThatThrownBy(() -> JobRequestRules.check(new JobRequestJson().maxWriteRate(refused)))
          .isInstanceOfSatisfying(RefusedException.class, e -> assertThat(e.getParameter()).isEqualTo("maxWriteRate"));
      assertThatThrownBy(() -> JobRequestRules.check(new JobUpdateJson().maxWriteRate(refused)))
          .isInstanceOfSatisfying(RefusedException.class, e -> assertThat(e.getParameter()).isEqualTo("maxWriteRate"));
    }
  }

  private static void assertRefused(Bound bound, String field, long value) {
    assertThatThrownBy(() -> bound.check(value)).isInstanceOfSatisfying(RefusedException.class,
        e -> assertThat(e.getParameter()).endsWith(field));
  }

  @Test
  void namesAndListsOfAJobHaveTheDeclaredLengths() {
    assertList("JobRequest", "nodeIds", JobSpecRules.MAX_NODES, Limits.NAME);
    assertList("Targets", "buckets", JobSpecRules.MAX_TARGETS, Limits.BUCKET);
    assertList("Targets", "tables", JobSpecRules.MAX_TABLES, Limits.NAME);
    assertList("Targets", "exclude", Exclusion.MAX_PATTERNS, Limits.BUCKET);
    assertThat(schema("Targets").at("/properties/volume/maxLength").asInt()).isEqualTo(Limits.VOLUME);
    for (String name : List.of("prefix", "path")) {
      assertThat(schema("Targets").at("/properties/" + name + "/maxLength").asInt()).isEqualTo(Limits.PREFIX);
    }
    assertThat(schema("Targets").at("/properties/keyRanges/maxItems").asInt()).isEqualTo(JobSpecRules.MAX_TARGETS);
    assertThat(schema("KeyRange").at("/properties/table/maxLength").asInt()).isEqualTo(Limits.NAME);
  }

  private static void assertList(String schema, String field, int items, int letters) {
    JsonNode list = schema(schema).path("properties").path(field);
    assertThat(list.path("maxItems").asInt()).as(field).isEqualTo(items);
    assertThat(list.at("/items/maxLength").asInt()).as(field).isEqualTo(letters);
  }

  private static List<JsonNode> parameters(String path) {
    List<JsonNode> parameters = new ArrayList<>();
    JsonNode operations = document.path("paths").path(path);
    operations.path(operations.has("get") ? "get" : "post").path("parameters").forEach(parameter -> {
      JsonNode declared = resolve(parameter);
      if (declared.path("in").asText().equals("query")) {
        parameters.add(declared);
      }
    });
    return parameters;
  }

  private static JsonNode schema(String name) {
    return document.path("components").path("schemas").path(name);
  }

  private static JsonNode resolve(JsonNode node) {
    return node.has("$ref") ? document.at(node.path("$ref").asText().substring(1)) : node;
  }
}
