// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.recon;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.apache.hadoop.ozone.om.compaction.recon.Contract.Operation;

/** Requests out of the contract: valid ones, ones that are wrong in one place, and hostile ones. */
final class FuzzRequests {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String[] WORDS = {"lake", "/lake/staging", "/lake/archive", "/lake/none", "keyTable",
      "fileTable", "keyTable,fileTable", "lockTable", "omNode-1", "omNode-9", "all", "none",
      "/lake/staging/a../lake/staging/b",
      "a..b", "b..a", "..", "TOMBSTONES", "ratio", "staging", "2090-01-01T00:00:00Z", "yesterday"};
  private static final String[] ODD = {"", " ", "\u0000", "\n\r\t", "' OR 1=1 --", "<script>alert(1)</script>",
      "../../../../etc/passwd", "%s%n%x", "${jndi:ldap://127.0.0.1/a}", "\u202Etxt.exe", "\uD83D\uDDD1\uFE0F",
      "\u0661\u0662", "e\u0301", "\uFFFE", "null", "true", "NaN", "-Infinity", "1e999", "0x10", "-1", "00", "+1",
      "1.0", "1,5",
      "9223372036854775807", "9223372036854775808", "-9223372036854775809", "99999999999999999999999999", "\\xFF",
      "\\x", "\\", "\"", "a&b=c", "=", "#", ";", "a".repeat(300), "\u00fc".repeat(600), "/".repeat(1000)};
  private static final String[] METHODS = {"PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "PROPFIND", "get", "X-Y"};
  private static final String[] TYPES = {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data",
      "application/xml", "application/json;charset=utf-16", "application/json;charset=",
      "application/json; charset=\"UTF-8\"",
      "application/json;charset=utf-8;charset=latin1", "application/*", "json", ";", "*/*"};

  private static final List<String> UTF_8_JSON = List.of("application/json", "application/json; charset=\"UTF-8\"");
  private static final Charset[] OTHERS = {StandardCharsets.UTF_16, StandardCharsets.UTF_16LE,
      StandardCharsets.UTF_16BE, Charset.forName("UTF-32"), Charset.forName("UTF-32LE")};

  private final Contract contract;
  private final Random random;

  FuzzRequests(Contract contract, long seed) {
    this.contract = contract;
    this.random = new Random(seed);
  }

  /**
   * One request.
   *
   * @param operation null if the request is for no operation of the contract
   * @param mayMakeAJob whether 202 is a valid answer to {@code POST /jobs}
   */
  record Request(Operation operation, String method, byte[] target, Map<String, String> headers, byte[] body,
      boolean mayMakeAJob) {
    /** Whether an HTTP server can parse the address. */
    boolean isHttp() {
      String text = new String(target, StandardCharsets.ISO_8859_1);
      return text.replaceAll("%[0-9A-Fa-f]{2}", "").chars().allMatch(c -> c > ' ' && c <= '~' && c != '%')
          && !text.contains("%00");
    }

    /** Whether dots and encoded slashes lead out of our path, to Recon's own answers. */
    boolean isElsewhere() {
      String path = new String(target, StandardCharsets.ISO_8859_1).split("[?]", 2)[0];
      return path.contains("..") && isHttp() && !Path.of(URI.create(path).getPath()).normalize().startsWith(Http.API);
    }

    @Override
    public String toString() {
      String text = new String(body, StandardCharsets.UTF_8);
      return method + " " + new String(target, StandardCharsets.ISO_8859_1) + " " + headers + " "
          + (text.length() > 1000 ? text.substring(0, 1000) + "..." : text);
    }
  }

  /** @param jobIds ids that the ring knows */
  Request next(List<String> jobIds) {
    Operation operation = one(contract.operations());
    Map<String, String> headers = new LinkedHashMap<>();
    if (chance(10)) {
      headers.put(one("Accept", "If-None-Match", "Accept-Language", "Range", "X-Odd", "If-Match", "Accept-Encoding"),
          one(one(ODD), "*", "\"a\", W/\"b\"", "text/html", "bytes=0-1", "gzip").replaceAll("[^ -~]", "?"));
    }
    String path = operation.path();
    if (path.contains("{")) {
      String jobId = chance(60) ? one(jobIds) : chance(50) ? new UUID(random.nextLong(), random.nextLong()).toString()
          : "x" + oddText();
      path = path.replace("{jobId}", encode(jobId));
    }
    if (chance(3)) {
      path += one("/", "//", "/x", "/" + encode(oddText()), ";a=b", "%2F", "/..%2e");
      operation = null;
    }
    boolean valid = operation != null;
    ByteArrayOutputStream target = new ByteArrayOutputStream();
    target.writeBytes((Http.API + path).getBytes(StandardCharsets.US_ASCII));
    valid &= query(operation, target);
    String method = operation == null ? "GET" : operation.method();
    byte[] body = new byte[0];
    if (method.equals("POST")) {
      valid &= writeHeaders(headers);
      if (operation.node().has("requestBody")) {
        Body sent = body(operation.node().at("/requestBody/content/application~1json/schema"));
        body = sent.bytes;
        valid &= sent.valid;
      }
    }
    if (chance(3)) {
      method = one(METHODS);
      operation = null;
      valid = false;
    }
    return new Request(operation, method, target.toByteArray(), headers, body, valid);
  }

  private boolean writeHeaders(Map<String, String> headers) {
    boolean valid = true;
    headers.put("Content-Type", "application/json");
    headers.put("X-Requested-With", "fuzz");
    if (chance(5)) {
      headers.put("Content-Type", one(TYPES));
      valid = UTF_8_JSON.contains(headers.get("Content-Type"));
    }
    if (chance(4)) {
      headers.remove("X-Requested-With");
      valid = false;
    }
    if (chance(4)) {
      headers.put("Origin", one("http://evil.example", "null", "", "file://", "http://[", "\u00fc"));
      valid = false;
    }
    return valid;
  }

  /** @return whether the query may be valid */
  private boolean query(Operation operation, ByteArrayOutputStream target) {
    boolean valid = true;
    List<byte[]> pairs = new ArrayList<>();
    for (JsonNode parameter : operation == null ? List.<JsonNode>of() : operation.query()) {
      if (chance(parameter.path("required").asBoolean() ? 90 : 25)) {
        pairs.add(ascii(parameter.path("name").asText() + "=" + encode(value(parameter))));
        if (chance(2)) {
          pairs.add(one(pairs));
          valid = false;
        }
      }
    }
    if (chance(4)) {
      pairs.add(ascii(encode(oddText()) + "=" + encode(oddText())));
      valid = false;
    }
    if (chance(3)) {
      byte[] bytes = new byte[1 + random.nextInt(20)];
      random.nextBytes(bytes);
      for (int i = 0; i < bytes.length; i++) {
        // Characters that end the request line are not part of a query.
        bytes[i] = bytes[i] <= ' ' && bytes[i] >= 0 || bytes[i] == '#' ? (byte) '%' : bytes[i];
      }
      pairs.add(bytes);
      valid = false;
    }
    for (int i = 0; i < pairs.size(); i++) {
      target.write(i == 0 ? '?' : '&');
      target.writeBytes(pairs.get(i));
    }
    return valid;
  }

  private String value(JsonNode parameter) {
    JsonNode schema = contract.resolve(parameter.path("schema"));
    if (chance(20)) {
      return oddText();
    }
    if (schema.has("enum")) {
      return one(schema.path("enum")).asText();
    }
    switch (schema.path("type").asText()) {
      case "integer":
        return Long.toString(chance(50) ? random.nextInt(200) : around(schema));
      case "number":
        return one("0", "1", "0.3", "0.5", "1e-3", Double.toString(random.nextDouble()));
      case "boolean":
        return one("true", "false");
      default:
        return chance(50) ? example(parameter) : one(WORDS);
    }
  }

  /** Its example, the first one of a list; a word where it has none. */
  private String example(JsonNode parameter) {
    JsonNode example = parameter.path("example");
    return example.path(0).asText(example.asText(one(WORDS)));
  }

  /** A number at, just inside or just outside the bounds. */
  private long around(JsonNode schema) {
    long bound = one(schema.path("minimum").asLong(), schema.path("maximum").asLong(Integer.MAX_VALUE));
    return bound + random.nextInt(3) - 1;
  }

  private record Body(byte[] bytes, boolean valid) {
  }

  private Body body(JsonNode schema) {
    ObjectNode job = (ObjectNode) any(schema, 0);
    if (job.has("targets")) {
      // An accepted job waits until it is cancelled.
      job.put("notBefore", "2090-01-01T00:00:00Z");
      job.remove("notAfter");
      if (chance(50)) {
        job.putObject("targets").put("everything", true);
      }
    }
    if (chance(60)) {
      for (int i = random.nextInt(2); i >= 0 && !job.isEmpty(); i--) {
        spoil(job);
      }
    }
    boolean valid = contract.complaints(schema, job).isEmpty();
    String text = job.toString();
    if (chance(4)) {
      text = one("", "null", "[]", "{", text + text, text + "x", text.substring(0, random.nextInt(text.length())),
          "[".repeat(3000),
          "{\"targets\":{},\"targets\":{}}", "{\"notBefore\":\"\\ud800\"}", "{'a':1}", "// x", "\u0000",
          chance(5) ? " ".repeat(1 << 20) + text : "{\"maxWriteRate\":" + "9".repeat(2000) + "}");
      valid = false;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (chance(2) && bytes.length > 0) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      try {
        valid = contract.complaints(schema, JSON.readTree(bytes)).isEmpty();
      } catch (IOException e) {
        valid = false;
      }
    }
    return chance(2) ? new Body(text.getBytes(one(OTHERS)), false) : new Body(bytes, valid);
  }

  /** A value that the schema allows. */
  private JsonNode any(JsonNode given, int depth) {
    JsonNode schema = contract.resolve(given);
    switch (schema.path("type").asText()) {
      case "object":
        ObjectNode object = NODES.objectNode();
        boolean whole = !schema.path("required").isEmpty();
        schema.path("properties").fields().forEachRemaining(property -> {
          if (whole || chance(35)) {
            object.set(property.getKey(), any(property.getValue(), depth + 1));
          }
        });
        return object;
      case "array":
        ArrayNode array = NODES.arrayNode();
        for (int i = Math.max(schema.path("minItems").asInt(), random.nextInt(3)); i > 0; i--) {
          array.add(any(schema.path("items"), depth + 1));
        }
        return array;
      case "integer":
        return NODES.numberNode(1 + (long) random.nextInt(100_000));
      case "number":
        return NODES.numberNode(random.nextDouble());
      case "boolean":
        return NODES.booleanNode(random.nextBoolean());
      default:
        return NODES.textNode(switch (schema.path("format").asText()) {
          case "uuid" -> new UUID(random.nextLong(), random.nextLong()).toString();
          case "date-time" -> "2090-01-0" + (1 + random.nextInt(9)) + "T00:00:00Z";
          case "byte" -> one("", "L2xha2U=", "/w==");
          default -> one(WORDS);
        });
    }
  }

  /** Changes one field: removes it, changes its type or value, or adds one. */
  private void spoil(ObjectNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    String name = one(names);
    if (object.path(name) instanceof ObjectNode inner && !inner.isEmpty() && chance(70)) {
      spoil(inner);
    } else if (object.path(name) instanceof ArrayNode items && !items.isEmpty() && chance(70)) {
      if (items.get(0) instanceof ObjectNode inner && !inner.isEmpty() && !inner.has("text")) {
        spoil(inner);
      } else {
        items.set(0, odd());
      }
    } else {
      switch (random.nextInt(3)) {
        case 0 -> object.set(oddText(), odd());
        case 1 -> object.set(name, odd());
        default -> object.set(name + "s", object.get(name));
      }
    }
  }

  private JsonNode odd() {
    return one(NODES.nullNode(), NODES.booleanNode(true), NODES.numberNode(-1), NODES.numberNode(0),
        NODES.numberNode(1.5), NODES.numberNode(Long.MAX_VALUE), NODES.numberNode(1e300), NODES.objectNode(),
        NODES.arrayNode(), NODES.arrayNode().add(NODES.nullNode()), NODES.textNode(oddText()),
        NODES.objectNode().put("text", oddText()));
  }

  private String oddText() {
    if (chance(80)) {
      return one(ODD);
    }
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(30); i > 0; i--) {
      int c = random.nextInt(Character.MAX_CODE_POINT + 1);
      text.appendCodePoint(c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? 'x' : c);
    }
    return text.toString();
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  @SafeVarargs
  private <T> T one(T... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private <T> T one(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private JsonNode one(JsonNode choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
