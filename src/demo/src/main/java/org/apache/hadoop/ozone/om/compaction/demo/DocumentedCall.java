// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;

/**
 * Answers calls of Recon's REST API that documents write with {@code curl} and {@code jq}, without running either.
 * Knows only the forms that documents use.
 */
final class DocumentedCall {
  private static final Pattern CALL = Pattern.compile("curl -s(?: -X (POST))?((?: -H '[^']+')*) \"\\$A([^\"]*)\""
      + "((?: -H '[^']+')*)(?: -d '([^']*)')?(?: \\| jq (?:-c )?'?([^']+)'?)?");
  private static final Pattern HEADER = Pattern.compile("-H '([^:]+): ([^']+)'");
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final String INDENT = "  ";

  private final HttpClient client = HttpClient.newHttpClient();
  private final URI api;

  /** @param api the address that stands for {@code $A} in calls; {@code $JOB} stands for the newest job */
  DocumentedCall(URI api) {
    this.api = api;
  }

  /** The body of the answer; with a filter its result, with only the first element of each array. */
  String answer(String command) throws IOException {
    Matcher call = CALL.matcher(command);
    if (!call.matches()) {
      throw new IOException("This call is of no form that is known: " + command);
    }
    String path = call.group(3);
    if (path.contains("$JOB")) {
      path = path.replace("$JOB", json(send(request("/jobs?limit=1").build())).at("/jobs/0/jobId").asText());
    }
    HttpRequest.Builder request = request(path);
    HEADER.matcher(call.group(2) + call.group(4)).results()
        .forEach(header -> request.header(header.group(1), header.group(2)));
    if (call.group(5) != null) {
      request.POST(BodyPublishers.ofString(call.group(5)));
    } else if (call.group(1) != null) {
      request.POST(BodyPublishers.noBody());
    }
    String body = send(request.build());
    if (call.group(6) == null) {
      return body + '\n';
    }
    JsonNode left = filtered(json(body), call.group(6));
    return command.contains("jq -c ") ? left + "\n" : print(left, "") + '\n';
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(api + path)).timeout(LIMIT);
  }

  private String send(HttpRequest request) throws IOException {
    try {
      return client.send(request, BodyHandlers.ofString()).body();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Recon was asked for " + request.uri());
    }
  }

  private static JsonNode json(String body) throws IOException {
    return CompactionJson.mapper().readTree(body);
  }

  /**
   * @param filter a path such as {@code .nodes[0]}, optionally followed by the fields to keep: {@code | {role, host}}
   */
  private static JsonNode filtered(JsonNode answer, String filter) {
    String[] parts = filter.split(" \\| ");
    JsonNode left = answer.at(parts[0].equals(".") ? "" : parts[0].replace('.', '/').replaceAll("\\[(\\d+)]", "/$1"));
    if (parts.length > 1) {
      ((ObjectNode) left).retain(Arrays.asList(parts[1].replaceAll("[{} ]", "").split(",")));
    }
    return left;
  }

  private static String print(JsonNode node, String indent) {
    String deeper = indent + INDENT;
    if (node.isArray() && !node.isEmpty()) {
      String others = node.size() > 1 ? ",\n" + deeper + "..." : "";
      return "[\n" + deeper + print(node.get(0), deeper) + others + '\n' + indent + ']';
    }
    if (!node.isObject() || node.isEmpty()) {
      return node.toString();
    }
    StringBuilder text = new StringBuilder("{");
    for (Iterator<Map.Entry<String, JsonNode>> fields = node.fields(); fields.hasNext();) {
      Map.Entry<String, JsonNode> field = fields.next();
      text.append('\n').append(deeper).append('"').append(field.getKey()).append("\": ")
          .append(print(field.getValue(), deeper)).append(fields.hasNext() ? "," : "");
    }
    return text.append('\n').append(indent).append('}').toString();
  }
}
