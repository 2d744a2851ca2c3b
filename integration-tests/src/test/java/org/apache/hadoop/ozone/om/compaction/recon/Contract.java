// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.recon;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.oas.OpenApi30;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;

/**
 * Validates requests and answers against openapi.yaml. Stricter than the document: answers may hold no undeclared
 * properties.
 */
final class Contract {
  private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final JsonNode document;
  private final List<Operation> operations = new ArrayList<>();
  private final JsonSchemaFactory schemas = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V4, factory ->
      factory.metaSchema(OpenApi30.getInstance()).defaultMetaSchemaIri(OpenApi30.getInstance().getIri()));
  private final Map<JsonNode, JsonSchema> known = new ConcurrentHashMap<>();

  /**
   * One method of one path.
   *
   * @param path with variables in braces
   * @param parameters resolved
   */
  record Operation(String method, String path, JsonNode node, List<JsonNode> parameters) {
    List<JsonNode> query() {
      return parameters.stream().filter(parameter -> parameter.path("in").asText().equals("query")).toList();
    }

    @Override
    public String toString() {
      return method + " " + path;
    }
  }

  private Contract(JsonNode document) {
    this.document = document;
    document.path("components").path("schemas").forEach(schema -> {
      if (schema.has("properties") && !schema.has("additionalProperties")) {
        ((ObjectNode) schema).put("additionalProperties", false);
      }
    });
    document.path("paths").fields().forEachRemaining(path -> path.getValue().fields().forEachRemaining(method -> {
      List<JsonNode> parameters = new ArrayList<>();
      method.getValue().path("parameters").forEach(parameter -> parameters.add(resolve(parameter)));
      operations.add(new Operation(method.getKey().toUpperCase(Locale.ROOT), path.getKey(), method.getValue(),
          parameters));
    }));
  }

  static Contract load() throws IOException {
    try (InputStream file =
        CompactionJson.class.getResourceAsStream("/org/apache/hadoop/ozone/om/compaction/openapi.yaml")) {
      return new Contract(new ObjectMapper(new YAMLFactory()).readTree(file));
    }
  }

  List<Operation> operations() {
    return operations;
  }

  Operation operation(String id) {
    return operations.stream().filter(operation -> operation.node().path("operationId").asText().equals(id))
        .findFirst().orElseThrow();
  }

  /** The node itself, or the one it refers to. */
  JsonNode resolve(JsonNode node) {
    return node.has("$ref") ? document.at(node.path("$ref").asText().substring(1)) : node;
  }

  /** Errors of an answer; empty if the contract allows it. */
  List<String> complaints(Operation operation, int status, String type, String body) {
    JsonNode response = resolve(operation.node().path("responses").path(Integer.toString(status)));
    if (response.isMissingNode()) {
      return List.of("status " + status + " is not in the contract");
    }
    JsonNode content = response.path("content");
    if (content.isMissingNode()) {
      return body.isEmpty() ? List.of() : List.of("a body that is not in the contract");
    }
    String expected = content.fieldNames().next();
    if (type == null || !type.startsWith(expected)) {
      return List.of("type " + type + " instead of " + expected);
    }
    if (!expected.equals("application/json")) {
      return List.of();
    }
    try {
      JsonNode answer = JSON.readTree(body);
      List<String> wrong = new ArrayList<>(complaints(content.path(expected).path("schema"), answer));
      // An error repeats a name that nothing has, and that can look like a time.
      addTimesThatDoNotSort(status >= 400 && answer.isObject()
          ? ((ObjectNode) answer.deepCopy()).without("value") : answer, wrong);
      return wrong;
    } catch (JsonProcessingException e) {
      return List.of("not JSON: " + e.getOriginalMessage());
    }
  }

  /** Times have to sort as text, so all have exactly three digits after the second. */
  private static void addTimesThatDoNotSort(JsonNode value, List<String> wrong) {
    if (value.isTextual() && TIME.matcher(value.asText()).matches() && !value.asText().matches(".*[.]\\d{3}Z")) {
      wrong.add("time " + value.asText());
    }
    value.forEach(part -> addTimesThatDoNotSort(part, wrong));
  }

  /** Errors of a value; empty if the schema allows it. */
  List<String> complaints(JsonNode schema, JsonNode value) {
    JsonSchema judge = known.computeIfAbsent(schema, node -> {
      ObjectNode whole = JSON.createObjectNode();
      whole.putArray("allOf").add(node);
      whole.set("components", document.path("components"));
      return schemas.getSchema(whole);
    });
    return judge.validate(value, context -> context.getExecutionConfig().setFormatAssertionsEnabled(true)).stream()
        .map(Object::toString).toList();
  }

  /** The schema of that name. */
  JsonNode schema(String name) {
    return JSON.createObjectNode().put("$ref", "#/components/schemas/" + name);
  }

  /** Every example of the document, with its schema. */
  Map<JsonNode, JsonNode> examples() {
    Map<JsonNode, JsonNode> examples = new LinkedHashMap<>();
    document.findParents("schema").forEach(parent -> {
      if (parent.has("example")) {
        examples.put(parent.path("example"), parent.path("schema"));
      }
      parent.path("examples").forEach(example -> examples.put(example.path("value"), parent.path("schema")));
    });
    return examples;
  }
}
