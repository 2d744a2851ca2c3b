// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The REST guide leaves out nothing of the contract. */
class RestGuideTest {
  private static final Pattern OPERATION = Pattern.compile("\n  (/\\S+):\n|\n    (get|post):\n");
  private static final Pattern PARAMETER = Pattern.compile("\n( +)(?:- )?name: (\\w+)\n +in: query\n");

  @Test
  void everyOperationIsInTheTableAndHasASection() throws IOException {
    String guide = read("../docs/rest-api.md");
    List<String> operations = operations(read("openapi.yaml"));
    assertThat(operations).hasSizeGreaterThan(10).allSatisfy(operation ->
        assertThat(guide).contains("| [`" + operation + "`](#", "\n## " + operation + "\n"));
  }

  @Test
  void everyParameterIsNamed() throws IOException {
    String guide = read("../docs/rest-api.md");
    Matcher parameter = PARAMETER.matcher(read("openapi.yaml"));
    List<String> names = parameter.results().map(found -> found.group(2)).distinct().toList();
    assertThat(names).hasSizeGreaterThan(15)
        .allSatisfy(name -> assertThat(guide).containsPattern("`" + name + "[`=]"));
  }

  private static List<String> operations(String contract) {
    List<String> operations = new ArrayList<>();
    String path = "";
    Matcher line = OPERATION.matcher(contract.substring(0, contract.indexOf("\ncomponents:")));
    for (int from = 0; line.find(from); from = line.end() - 1) {
      path = line.group(1) == null ? path : line.group(1);
      if (line.group(2) != null) {
        operations.add(line.group(2).toUpperCase(Locale.ROOT) + ' ' + path);
      }
    }
    return operations;
  }

  private static String read(String file) throws IOException {
    return Files.readString(Path.of(file));
  }
}
