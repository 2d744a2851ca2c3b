// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import java.io.IOException;
import java.io.Writer;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ozone.om.compaction.demo.EmbeddedRing;

/** A self-signed certificate of this host, and the settings that use it. */
final class Certificate {
  private static final String PASSWORD = "changeit";
  private static final String TYPE = "PKCS12";

  private final Path store;

  private Certificate(Path store) {
    this.store = store;
  }

  static Certificate make(Path directory) throws IOException, InterruptedException {
    Path store = Files.createDirectories(directory).resolve("om.p12").toAbsolutePath();
    Files.deleteIfExists(store);
    Process keytool = new ProcessBuilder(List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
        "-genkeypair", "-alias", "om", "-keyalg", "RSA", "-dname", "CN=localhost",
        "-ext", "san=dns:localhost,ip:127.0.0.1", "-validity", "2", "-storetype", TYPE, "-keystore", store.toString(),
        "-storepass", PASSWORD))
        .redirectErrorStream(true).redirectOutput(directory.resolve("keytool.log").toFile()).start();
    if (!keytool.waitFor(1, TimeUnit.MINUTES) || keytool.exitValue() != 0) {
      throw new IOException("keytool failed, see " + directory.resolve("keytool.log"));
    }
    return new Certificate(store);
  }

  /** Configures HTTPS with this certificate everywhere; the clients of the ring trust it. */
  EmbeddedRing.Builder everywhere(EmbeddedRing.Builder ring) throws IOException {
    return ring.set("ozone.http.policy", "HTTPS_ONLY")
        .set("ozone.https.server.keystore.resource", resource("https-server.xml", Map.of(
            "ssl.server.keystore.location", store.toString(), "ssl.server.keystore.type", TYPE,
            "ssl.server.keystore.password", PASSWORD, "ssl.server.keystore.keypassword", PASSWORD,
            "ssl.server.truststore.location", store.toString(), "ssl.server.truststore.type", TYPE,
            "ssl.server.truststore.password", PASSWORD)))
        .set("hadoop.ssl.client.conf", resource("https-client.xml", Map.of(
            "ssl.client.truststore.location", store.toString(), "ssl.client.truststore.type", TYPE,
            "ssl.client.truststore.password", PASSWORD)));
  }

  /** Hadoop looks for these files on the classpath only. */
  private static String resource(String name, Map<String, String> settings) throws IOException {
    Configuration conf = new Configuration(false);
    settings.forEach(conf::set);
    try (Writer out = Files.newBufferedWriter(classpath().resolve(name))) {
      conf.writeXml(out);
    }
    return name;
  }

  private static Path classpath() {
    try {
      return Path.of(Certificate.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
