// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.demo;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdds.recon.ReconConfigKeys;
import org.apache.hadoop.ozone.recon.ConfigurationProvider;
import org.apache.hadoop.ozone.recon.ReconServer;

/**
 * Stock Recon in this JVM for an embedded ring, with the add-on's jars on its classpath. Only one at a time, as Recon
 * keeps its configuration in a static field.
 */
public final class EmbeddedRecon implements AutoCloseable {
  private final ReconServer recon;
  private final URI uri;

  private EmbeddedRecon(ReconServer recon, URI uri) {
    this.recon = recon;
    this.uri = uri;
  }

  /**
   * Starts Recon as its main class does.
   *
   * @param directory where Recon keeps its files; created if absent
   * @param settings  any keys of ozone-site.xml, in addition to those of the ring; without a port among them, Recon
   *                  takes a free one
   */
  public static EmbeddedRecon start(EmbeddedRing ring, Path directory, Map<String, String> settings)
      throws IOException {
    Path files = Files.createDirectories(directory.toAbsolutePath());
    Path site = files.resolve("conf/ozone-site.xml");
    ring.writeSite(site);
    String http = settings.getOrDefault(ReconConfigKeys.OZONE_RECON_HTTP_ADDRESS_KEY,
        PortBlock.nextAddress());
    List<String> args = new ArrayList<>(List.of("-conf", site.toString()));
    own(files, http, settings).forEach((key, value) -> args.addAll(List.of("-D", key + "=" + value)));
    ConfigurationProvider.resetConfiguration();
    ReconServer recon = new ReconServer();
    if (recon.execute(args.toArray(String[]::new)) != 0) {
      throw new IOException("Recon did not start");
    }
    return new EmbeddedRecon(recon, URI.create("http://" + http));
  }

  private static Map<String, String> own(Path files, String http, Map<String, String> settings) {
    Map<String, String> own = new LinkedHashMap<>();
    String datanodes = PortBlock.nextAddress();
    own.put("ozone.metadata.dirs", files.toString());
    own.put("ozone.recon.db.dir", files.toString());
    own.put("ozone.recon.om.db.dir", files.toString());
    own.put("ozone.recon.scm.db.dirs", files.toString());
    own.put("ozone.recon.sql.db.jdbc.url", "jdbc:derby:" + files.resolve("recon.derby"));
    own.put(ReconConfigKeys.OZONE_RECON_HTTP_ADDRESS_KEY, http);
    own.put("ozone.recon.address", datanodes);
    own.put("ozone.recon.datanode.address", datanodes);
    // Recon would wait for datanodes to report, of which there are none.
    own.put("ozone.recon.task.safemode.wait.threshold", "1s");
    own.put("hdds.heartbeat.interval", "1s");
    own.putAll(settings);
    return own;
  }

  /** The address of Recon's start page. */
  public URI uri() {
    return uri;
  }

  @Override
  public void close() {
    recon.stop();
    recon.join();
  }
}
