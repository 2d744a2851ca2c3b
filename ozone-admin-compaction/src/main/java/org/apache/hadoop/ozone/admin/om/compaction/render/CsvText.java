// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;

/**
 * Writes rows of the model as comma separated values (RFC 4180, but lines end in LF only). Every output has all
 * columns, named by their JSON paths.
 */
public final class CsvText {
  private static final ObjectMapper JSON = CompactionJson.mapper();

  private CsvText() {
  }

  public static <T> String of(Class<T> type, List<T> rows) {
    return head(type) + lines(type, rows);
  }

  /** The line with the names of the columns. */
  public static String head(Class<?> type) {
    StringJoiner head = new StringJoiner(",", "", "\n");
    columns(type).forEach(column -> head.add(column.toString().substring(1).replace('/', '.')));
    return head.toString();
  }

  /** A line for each row. */
  public static <T> String lines(Class<T> type, List<T> rows) {
    List<JsonPointer> columns = columns(type);
    StringBuilder text = new StringBuilder();
    for (T row : rows) {
      JsonNode json = JSON.valueToTree(row);
      StringJoiner line = new StringJoiner(",", "", "\n");
      columns.forEach(column -> line.add(cell(json.at(column))));
      text.append(line);
    }
    return text.toString();
  }

  private static List<JsonPointer> columns(Class<?> type) {
    List<JsonPointer> columns = new ArrayList<>();
    addColumns(columns, JsonPointer.empty(), JSON.constructType(type));
    return columns;
  }

  private static void addColumns(List<JsonPointer> columns, JsonPointer path, JavaType type) {
    for (BeanPropertyDefinition property : JSON.getSerializationConfig().introspect(type).findProperties()) {
      JsonPointer below = path.appendProperty(property.getName());
      if (isObject(property.getPrimaryType())) {
        addColumns(columns, below, property.getPrimaryType());
      } else {
        columns.add(below);
      }
    }
  }

  private static boolean isObject(JavaType type) {
    return !type.isEnumType() && type.getRawClass().getPackage() == CompactionJson.class.getPackage();
  }

  private static String cell(JsonNode value) {
    String text = value.isContainerNode() ? value.toString() : value.asText();
    boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
