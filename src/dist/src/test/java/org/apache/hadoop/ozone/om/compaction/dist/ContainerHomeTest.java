// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.demo.PortBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An OM, Recon and the command in a home as Ozone's image has it: the tarball unpacked by root over a home that nobody
 * writes to, another user who runs it, and the configuration in a folder of its own, written from the environment.
 * Where the tests are not run by root, they run it themselves, in directories that they may not write to.
 */
class ContainerHomeTest {
  private static final String OM = "org.apache.hadoop.ozone.om.compaction.CompactionOzoneManagerStarter";
  private static final String RECON = "org.apache.hadoop.ozone.recon.ReconServer";
  private static final String ADMIN = "org.apache.hadoop.ozone.admin.OzoneAdmin";
  /** How the image's entry point knows a setting of ozone-site.xml. */
  private static final String IN_SITE = "OZONE-SITE.XML_";
  private static final String WINDOWS = "Mon-Fri 20:00-06:00, Sat-Sun Europe/Berlin except 2026-12-24..2027-01-02";

  @TempDir
  private Path image;
  private Path home;
  private Path conf;
  private Path data;
  private List<String> asUser;
  private RingSite site;
  private ServerProcess scm;

  @BeforeEach
  void build() throws IOException {
    home = Files.createDirectories(image.resolve("opt/hadoop"));
    StockHome.write(home, "etc/hadoop/log4j.properties", """
        log4j.rootLogger=WARN,console
        log4j.appender.console=org.apache.log4j.ConsoleAppender
        log4j.appender.console.layout=org.apache.log4j.SimpleLayout
        """);
    Overlay.unpackOver(home);
    for (Stock process : List.of(Stock.OM, Stock.RECON, Stock.ADMIN)) {
      for (Path jar : process.jars()) {
        share(jar);
      }
    }
    conf = writable("etc/hadoop");
    data = writable("data");
    Path outside = Files.createDirectories(image.resolve("outside"));
    site = new RingSite(outside.resolve("scm")).ring(List.of("om1")).ports(List.of("om1"))
        .set("ozone.om.leader.election.minimum.timeout.duration", "1s")
        .set("ozone.om.range.compaction.disk.reserve", "1MB")
        .set("ozone.om.range.compaction.service.windows", WINDOWS)
        .set("ozone.recon.http-address", PortBlock.nextAddress())
        .set("ozone.recon.address", PortBlock.nextAddress())
        .set("ozone.recon.datanode.address", PortBlock.nextAddress());
    site.write(outside);
    scm = site.startScm(outside);
    site.set("ozone.metadata.dirs", data.resolve("metadata").toString()).set("ozone.om.node.id", "om1")
        .set("ozone.recon.db.dir", data.resolve("recon").toString());
    enter(site.settings().entrySet().stream()
        .collect(Collectors.toMap(setting -> IN_SITE + setting.getKey(), Map.Entry::getValue)));
    Files.walkFileTree(home, new SimpleFileVisitor<>() {
      @Override
      public FileVisitResult postVisitDirectory(Path directory, IOException e) throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("r-xr-xr-x"));
        return FileVisitResult.CONTINUE;
      }
    });
    asUser = otherUser();
  }

  @AfterEach
  void end() {
    scm.close();
  }

  @Test
  void aJobRunsInAHomeThatItsUserCannotWriteTo() throws Exception {
    Map<String, String> before = files();
    assertThat(runs(Stock.OM, OM, "--init")).isNotNull();
    try (ServerProcess om = start("om", site.http("om1"), Stock.OM, OM)
            .await("/compaction/v1/nodes", answer -> answer.body().contains("\"role\":\"LEADER\""));
        ServerProcess recon = start("recon", site.settings().get("ozone.recon.http-address"), Stock.RECON, RECON)
            .await("/api/v1/om/compaction/ui/", page -> page.statusCode() == 200)) {
      assertThat(runs(Stock.ADMIN, ADMIN, "om", "compaction", "nodes", "--wait", "--timeout", "2m"))
          .containsPattern("om1 .*LEADER +1\\.0\\.0");
      assertThat(runs(Stock.ADMIN, ADMIN, "om", "compaction", "trigger", "--everything", "--wait"))
          .containsPattern("om1 +SUCCEEDED");
      recon.await("/api/v1/om/compaction/jobs", jobs -> jobs.body().contains("\"state\":\"SUCCEEDED\""));
      assertThat(om.get("/compaction/v1/service").body()).contains("\"windows\":\"" + WINDOWS + '"');
      assertThat(om.log()).doesNotContain("Permission denied", "without range compaction");
    }
    assertThat(files()).isEqualTo(before);
  }

  /** Puts a jar of the image, which the tarball has not, into the home. Links it where possible, as they are large. */
  private void share(Path jar) throws IOException {
    Path shared = inImage(jar);
    if (Files.notExists(shared)) {
      try {
        Files.createLink(shared, jar);
      } catch (IOException | UnsupportedOperationException e) {
        Files.copy(jar, shared);
      }
    }
  }

  private Path inImage(Path jar) {
    return home.resolve("share/ozone/lib").resolve(jar.getFileName());
  }

  private Path writable(String folder) throws IOException {
    Path made = Files.createDirectories(image.resolve(folder));
    Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwxrwxrwx"));
    return made;
  }

  /** Writes the configuration as the image's entry point does: the home's files, and one from the environment. */
  private void enter(Map<String, String> environment) throws IOException {
    try (Stream<Path> defaults = Files.list(home.resolve("etc/hadoop"))) {
      for (Path file : (Iterable<Path>) defaults::iterator) {
        Files.copy(file, conf.resolve(file.getFileName().toString()));
      }
    }
    StringBuilder xml = new StringBuilder("<configuration>\n");
    environment.forEach((name, value) -> xml.append("<property><name>").append(name.substring(IN_SITE.length()))
        .append("</name><value>").append(value).append("</value></property>\n"));
    Files.writeString(conf.resolve("ozone-site.xml"), xml.append("</configuration>"));
  }

  /** The beginning of a command line that runs it as nobody; empty where that is not possible. */
  private List<String> otherUser() throws IOException {
    Files.setPosixFilePermissions(image, PosixFilePermissions.fromString("rwxr-xr-x"));
    List<String> nobody = List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--no-new-privs");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String looks = String.join(" ", nobody) + " sh -c '\"" + java + "\" -version && ls \"" + home + "\"'";
    boolean works = Shell.run(image, Map.of(), List.of("sh", "-c", looks)).exitCode() == 0;
    System.out.println("The home of a container is run by " + (works ? "nobody" : "the user of the tests"));
    return works ? nobody : List.of();
  }

  private String runs(Stock process, String mainClass, String... arguments) {
    Shell.Result result = Shell.run(data, Map.of("HOME", data.toString()),
        with(command(process, mainClass), List.of(arguments)));
    assertThat(result.exitCode()).as("%s: %s%s", List.of(arguments), result.out(), result.err()).isZero();
    return result.out();
  }

  private ServerProcess start(String name, String http, Stock process, String mainClass) throws IOException {
    return ServerProcess.start(data, name, http, command(process, mainClass));
  }

  /** As the launcher has it, with the jars of the image and the folder of the configuration. */
  private List<String> command(Stock process, String mainClass) {
    List<String> line = with(asUser, process.java(home, mainClass));
    int classpath = line.indexOf("-cp") + 1;
    line.set(classpath, Arrays.stream(line.get(classpath).split(File.pathSeparator)).map(entry ->
        entry.endsWith("*") ? entry : entry.endsWith(".jar") ? inImage(Path.of(entry)).toString() : conf.toString())
        .collect(Collectors.joining(File.pathSeparator)));
    return line;
  }

  private static List<String> with(List<String> command, List<String> arguments) {
    List<String> line = new ArrayList<>(command);
    line.addAll(arguments);
    return line;
  }

  /** Every file of the home, with its size and time. */
  private Map<String, String> files() throws IOException {
    Map<String, String> files = new TreeMap<>();
    Files.walkFileTree(home, new SimpleFileVisitor<>() {
      @Override
      public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        files.put(home.relativize(file).toString(), attributes.size() + " " + attributes.lastModifiedTime());
        return FileVisitResult.CONTINUE;
      }
    });
    return files;
  }
}
