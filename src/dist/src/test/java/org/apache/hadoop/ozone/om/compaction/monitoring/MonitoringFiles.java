// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.monitoring;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.Yaml;

/** The files of docs/monitoring: queries of the Grafana dashboard, and alert rules. */
final class MonitoringFiles {
  static final Path DIRECTORY = Path.of("../../docs/monitoring");
  static final Path RULES = DIRECTORY.resolve("range-compaction-alerts.yml");
  static final Path RULE_TESTS = DIRECTORY.resolve("range-compaction-alerts-test.yml");
  private static final Path DASHBOARD = DIRECTORY.resolve("range-compaction-dashboard.json");

  private MonitoringFiles() {
  }

  static JsonNode dashboard() throws IOException {
    return new ObjectMapper().readTree(DASHBOARD.toFile());
  }

  /** Of every panel, with its variables. */
  static List<String> queries() throws IOException {
    List<String> queries = new ArrayList<>();
    for (JsonNode panel : dashboard().get("panels")) {
      panel.path("targets").forEach(target -> queries.add(target.get("expr").asText()));
    }
    return queries;
  }

  /** Each as the fields of its rule. */
  @SuppressWarnings("unchecked")
  static List<Map<String, Object>> alerts() throws IOException {
    List<Map<String, Object>> alerts = new ArrayList<>();
    Map<String, Object> rules = new Yaml().load(Files.readString(RULES));
    for (Map<String, Object> group : (List<Map<String, Object>>) rules.get("groups")) {
      alerts.addAll((List<Map<String, Object>>) group.get("rules"));
    }
    return alerts;
  }
}
