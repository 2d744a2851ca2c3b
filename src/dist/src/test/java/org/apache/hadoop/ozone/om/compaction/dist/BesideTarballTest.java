// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The build writes two files beside the tarball: its SHA-512, and the list of our jars and the page's libraries. */
class BesideTarballTest {
  private static final Path TARGET = Overlay.TARBALL.getParent();
  private static final String NAME = Overlay.TARBALL.getFileName().toString();
  private static final Path LIST = TARGET.resolve(NAME.replace(".tar.gz", ".cdx.json"));
  private static final Path SUM = TARGET.resolve(NAME + ".sha512");
  /** A heading of what Vite writes of the libraries that it has packed. */
  private static final Pattern PACKED = Pattern.compile("(?m)^## (\\S+) - (\\S+) \\((.+)\\)$");

  private final JsonNode list = new ObjectMapper().readTree(LIST.toFile());

  BesideTarballTest() throws IOException {
  }

  @Test
  void sumIsWhatSha512sumTakes() {
    Shell.Result check = Shell.run(TARGET, Map.of("LC_ALL", "C"),
        List.of("sha512sum", "--strict", "-c", SUM.getFileName().toString()));

    assertThat(check).isEqualTo(new Shell.Result(0, NAME + ": OK", ""));
  }

  @Test
  void listIsCycloneDx() throws IOException {
    String version = list.path("specVersion").asText();
    JsonSchema schema = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7, factory -> factory
        .schemaMappers(mappers -> mappers.mapPrefix("http://cyclonedx.org/schema/", "classpath:")))
        .getSchema(SchemaLocation.of("http://cyclonedx.org/schema/bom-" + version + ".schema.json"));

    assertThat(schema.validate(Files.readString(LIST), InputFormat.JSON)).isEmpty();
    assertThat(list.path("bomFormat").asText()).isEqualTo("CycloneDX");
  }

  @Test
  void listHoldsEachJarWithItsBytes(@TempDir Path home) throws IOException {
    Overlay.unpackOver(home);
    Map<String, String> jars = new TreeMap<>();
    for (String file : Overlay.files()) {
      if (file.endsWith(".jar")) {
        jars.put(file.replaceAll(".*/|\\.jar$", ""), sha512(home.resolve(file)));
      }
    }

    assertThat(hashes("pkg:maven/")).isEqualTo(jars);
  }

  /** npm's lock tells the list which libraries there are; here it is what Vite has found in the page's modules. */
  @Test
  void listHoldsEachLibraryThatIsPackedIntoThePage(@TempDir Path home) throws IOException {
    Overlay.unpackOver(home);
    List<String> packed = PACKED.matcher(Files.readString(home.resolve("share/ozone/compaction/THIRD-PARTY.md")))
        .results().map(match -> match.group(1) + " " + match.group(2) + " " + match.group(3)).toList();

    assertThat(components("pkg:npm/")).extracting(library -> String.join(" ", library.path("name").asText(),
        library.path("version").asText(), library.at("/licenses/0/license/id").asText()))
        .isNotEmpty().containsExactlyInAnyOrderElementsOf(packed);
    assertThat(hashes("pkg:npm/").values()).allMatch(hash -> hash.matches("[0-9a-f]{128}"));
  }

  /** So a scanner that follows dependencies comes to everything. */
  @Test
  void listSaysWhatBringsWhat() {
    Map<String, List<String>> brings = new TreeMap<>();
    list.path("dependencies").forEach(node -> brings.put(node.path("ref").asText(),
        StreamSupport.stream(node.path("dependsOn").spliterator(), false).map(JsonNode::asText).toList()));
    Map<String, List<String>> reached = new TreeMap<>();

    reach(list.path("metadata").path("component").path("bom-ref").asText(), brings, reached);

    assertThat(components("pkg:")).extracting(component -> component.path("bom-ref").asText())
        .isSubsetOf(reached.keySet()).hasSize(reached.size() - 1);
  }

  @Test
  void listIsOfThisTarballAndOfNoMoment() throws IOException {
    JsonNode component = list.path("metadata").path("component");

    assertThat(component.path("hashes").path(0).path("content").asText()).isEqualTo(sha512(Overlay.TARBALL));
    assertThat(list.path("metadata").has("timestamp")).isFalse();
    assertThat(list.has("serialNumber")).isFalse();
  }

  private static void reach(String from, Map<String, List<String>> brings, Map<String, List<String>> reached) {
    assertThat(brings).containsKey(from);
    if (reached.put(from, brings.get(from)) == null) {
      brings.get(from).forEach(next -> reach(next, brings, reached));
    }
  }

  private List<JsonNode> components(String purl) {
    return StreamSupport.stream(list.path("components").spliterator(), false)
        .filter(component -> component.path("purl").asText().startsWith(purl)).toList();
  }

  /** SHA-512 by name. */
  private Map<String, String> hashes(String purl) {
    Map<String, String> hashes = new TreeMap<>();
    components(purl).forEach(component -> component.path("hashes").forEach(hash -> {
      if (hash.path("alg").asText().equals("SHA-512")) {
        hashes.put(component.path("name").asText(), hash.path("content").asText());
      }
    }));
    return hashes;
  }

  private static String sha512(Path file) {
    return Shell.output(TARGET, List.of("sha512sum", file.toString())).split(" ")[0];
  }
}
