// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.text.Collator;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The main class that the launcher starts, and its message if it is not ours. */
class LauncherProfileTest {
  private static final String STOCK = "org.apache.hadoop.ozone.om.OzoneManagerStarter";
  private static final String OURS = "org.apache.hadoop.ozone.om.compaction.CompactionOzoneManagerStarter";
  private static final String ADMIN = "org.apache.hadoop.ozone.admin.OzoneAdmin";
  private static final String JAVA_17 = "openjdk version \"17.0.15\" 2025-04-15";

  @TempDir
  private Path temp;
  private Path home;

  @BeforeEach
  void unpack() throws IOException {
    home = StockHome.create(temp);
    Overlay.unpackOver(home);
    javaSays(JAVA_17);
  }

  @Test
  void startsOurClassInPlaceOfTheStockOne() {
    assertThat(launch(STOCK)).isEqualTo(started(OURS));
  }

  @ParameterizedTest
  @ValueSource(strings = {"default", "start"})
  void startsOurClassInTheForegroundAndAsDaemon(String mode) {
    assertThat(launch(STOCK, "OZONE_DAEMON_MODE", mode)).isEqualTo(started(OURS));
  }

  @ParameterizedTest
  @ValueSource(strings = {"stop", "status"})
  void printsNothingWhenNoOmIsStarted(String mode) {
    assertThat(launch(STOCK, "OZONE_DAEMON_MODE", mode, "OZONE_OM_COMPACTION_ENABLED", "false"))
        .isEqualTo(started(STOCK));
  }

  @ParameterizedTest
  @ValueSource(strings = {
      "org.apache.hadoop.ozone.admin.OzoneAdmin",
      "org.apache.hadoop.hdds.scm.server.StorageContainerManagerStarter",
      "org.apache.hadoop.ozone.recon.ReconServer",
      "org.apache.hadoop.util.Classpath",
      "org.example.OwnOzoneManagerStarter"})
  void leavesOtherCommandsAloneSilently(String command) throws IOException {
    Files.delete(home.resolve("share/ozone/lib/ozone-manager/ozone-compaction-manager.jar"));

    assertThat(launch(command, "OZONE_OM_COMPACTION_ENABLED", "false")).isEqualTo(started(command));
  }

  @ParameterizedTest
  @ValueSource(strings = {
      "om compaction list", "--verbose om compaction status --last",
      "-conf site.xml om compaction trigger --bucket /v/b"})
  void startsOurCommandWithTheQuickCompilerUnlessTheUserSaysOtherwise(String arguments) {
    assertThat(admin(arguments, "-XX:TieredStopAtLevel=4"))
        .endsWith("starts -XX:TieredStopAtLevel=1 -XX:TieredStopAtLevel=4 " + ADMIN);
  }

  @ParameterizedTest
  @ValueSource(strings = {
      "om roles", "om compaction list --db /data/om.db", "om compaction preview --db=/data/om.db", "scm compaction"})
  void leavesTheCompilerOfOtherCommandsAndOfScansAlone(String arguments) {
    assertThat(admin(arguments, "")).endsWith("starts " + ADMIN);
  }

  private String admin(String arguments, String options) {
    Shell.Result result = launch(List.of((ADMIN + ' ' + arguments).split(" ")), "OZONE_SUBCMD", "admin", "OZONE_OPTS",
        options);
    assertThat(result.err()).isEmpty();
    return result.out().strip();
  }

  @Test
  void leavesOtherScriptsOfOzoneAlone() {
    assertThat(launch(STOCK, "OZONE_SHELL_EXECNAME", "start-ozone")).isEqualTo(started(STOCK));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "true"})
  void isOnByDefault(String enabled) {
    assertThat(launch(STOCK, "OZONE_OM_COMPACTION_ENABLED", enabled)).isEqualTo(started(OURS));
  }

  @ParameterizedTest
  @ValueSource(strings = {"false", "FALSE", "no", "0"})
  void canBeSwitchedOff(String enabled) {
    assertFallsBack(launch(STOCK, "OZONE_OM_COMPACTION_ENABLED", enabled),
        "switched off by OZONE_OM_COMPACTION_ENABLED=" + enabled + ". To switch it on, ");
  }

  static Stream<String> jarsOfTheOm() {
    return Overlay.jars("ozone-manager").stream();
  }

  @ParameterizedTest
  @MethodSource("jarsOfTheOm")
  void fallsBackWhenAJarIsMissing(String jar) throws IOException {
    Path path = home.resolve("share/ozone/lib/ozone-manager").resolve(jar);
    Files.delete(path);

    assertFallsBack(launch(STOCK), path + " is missing, empty or not readable. Unpack ");
  }

  @ParameterizedTest
  @MethodSource("jarsOfTheOm")
  void fallsBackWhenAJarIsEmptyAsAfterAFullDisk(String jar) throws IOException {
    Path path = home.resolve("share/ozone/lib/ozone-manager").resolve(jar);
    Files.write(path, new byte[0]);

    assertFallsBack(launch(STOCK), path + " is missing, empty or not readable. Unpack ");
  }

  @ParameterizedTest
  @MethodSource("jarsOfTheOm")
  void fallsBackWhenAJarIsHalfWritten(String jar) throws IOException {
    Path path = home.resolve("share/ozone/lib/ozone-manager").resolve(jar);
    byte[] whole = Files.readAllBytes(path);
    Files.write(path, Arrays.copyOf(whole, whole.length / 2));

    assertFallsBack(launch(STOCK), path + " is damaged, or not of the tarball that brought ");
  }

  @ParameterizedTest
  @MethodSource("jarsOfTheOm")
  void fallsBackWhenAJarHasLostBlocksAsAfterACrash(String jar) throws IOException {
    Path path = home.resolve("share/ozone/lib/ozone-manager").resolve(jar);
    byte[] bytes = Files.readAllBytes(path);
    Arrays.fill(bytes, bytes.length / 2, Math.min(bytes.length / 2 + 4096, bytes.length - 100), (byte) 0);
    Files.write(path, bytes);

    assertFallsBack(launch(STOCK), path + " is damaged, or not of the tarball that brought ");
  }

  @Test
  void fallsBackWithoutTheChecksums() throws IOException {
    Path path = home.resolve("share/ozone/compaction/CHECKSUMS");
    Files.delete(path);

    assertFallsBack(launch(STOCK), path + " is missing, empty or not readable. Unpack ");
  }

  @Test
  void fallsBackBesideAJarOfAnotherVersion() throws IOException {
    String stray = "share/ozone/lib/ozone-manager/ozone-compaction-manager-0.9.0.jar";
    StockHome.write(home, stray, "old");

    assertFallsBack(launch(STOCK), home.resolve(stray) + " is from another version of it. Remove that file.");
  }

  @Test
  void ignoresJarsOfOthers() throws IOException {
    StockHome.write(home, "share/ozone/lib/ozone-manager/ranger-plugin.jar", "of the operator");

    assertThat(launch(STOCK)).isEqualTo(started(OURS));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ozone-manager-2.2.1.jar", "ozone-manager-2.2.10.jar", "ozone-manager-2.2.0-vendor.7.jar"})
  void acceptsEveryOzoneOfItsLine(String stockJar) throws IOException {
    Path lib = home.resolve("share/ozone/lib");
    Files.move(lib.resolve("ozone-manager-2.2.0.jar"), lib.resolve(stockJar));

    assertThat(launch(STOCK)).isEqualTo(started(OURS));
  }

  /** The launcher of another Ozone may name another class, which must not be replaced. */
  @Test
  void leavesAnUnknownClassAndSaysSo() {
    String other = "org.apache.hadoop.ozone.om.OmMain";

    Shell.Result result = launch(other, "OZONE_SUBCMD", "om");

    assertThat(result.out()).isEqualTo(started(other).out());
    assertThat(result.err()).isEqualTo("WARNING: Ozone Manager without range compaction: 'ozone om' starts " + other
        + " here, and it can only take the place of " + STOCK
        + ". Use the ozone-compaction tarball that is made for this Ozone.");
  }

  @Test
  void acceptsOurClassIfAlreadySet() {
    assertThat(launch(OURS, "OZONE_SUBCMD", "om").err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ozone-manager-2.1.0.jar", "ozone-manager-2.3.0.jar", "ozone-manager-2.20.0.jar"})
  void fallsBackOnAnotherOzone(String stockJar) throws IOException {
    Path lib = home.resolve("share/ozone/lib");
    Files.move(lib.resolve("ozone-manager-2.2.0.jar"), lib.resolve(stockJar));

    assertFallsBack(launch(STOCK), "it is made for Ozone 2.2, and instead of " + lib
        + "/ozone-manager-2.2.*.jar there is " + lib.resolve(stockJar) + ". Use ");
  }

  @ParameterizedTest
  @ValueSource(strings = {
      "java version \"1.8.0_202\"",
      "openjdk version \"1.8.0_392\"",
      "openjdk version \"11.0.2\" 2019-01-15",
      "openjdk version \"21\" 2023-09-19",
      "openjdk version \"27-ea\" 2026-09-15",
      "Picked up JAVA_TOOL_OPTIONS: -Dversion=\"1\"\nopenjdk version \"17.0.15\" 2025-04-15"})
  void acceptsEveryJavaFrom8On(String answer) throws IOException {
    javaSays(answer);

    assertThat(launch(STOCK)).isEqualTo(started(OURS));
  }

  @Test
  void fallsBackWhenJavaIsTooOld() throws IOException {
    javaSays("java version \"1.7.0_80\"");

    assertFallsBack(launch(STOCK), java() + " is Java 7. Set JAVA_HOME in ozone-env.sh to Java 8 or newer.");
  }

  @Test
  void fallsBackWhenTheVersionOfJavaIsUnknown() throws IOException {
    javaSays("Segmentation fault");

    assertFallsBack(launch(STOCK), "cannot tell the version of " + java() + ". Set JAVA_HOME in ozone-env.sh to ");
  }

  @Test
  void isReadAfterTheStockProfileInEveryLocale() {
    String ours = profileFile().getFileName().toString();
    String stock = "hadoop-ozone-manager.sh";

    assertThat(ours).isGreaterThan(stock);
    assertThat(Collator.getInstance(Locale.US).compare(ours, stock)).isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ozone", "ozone_manager", "hadoop", "hdfs", "yarn", "mapreduce"})
  void nameIsNotConfusedWithAnotherByTheLauncher(String other) throws IOException {
    String ours = Files.readAllLines(profileFile()).stream()
        .filter(line -> line.contains("ozone_add_profile"))
        .map(line -> line.strip().split(" ")[1])
        .findFirst().orElseThrow();

    assertThat(ours).doesNotContain(other);
    assertThat(other).doesNotContain(ours);
  }

  private Path profileFile() {
    return home.resolve("libexec/shellprofile.d/ozone-om-compaction.sh");
  }

  private Path java() {
    return temp.resolve("java home/bin/java");
  }

  private void javaSays(String answer) throws IOException {
    Files.createDirectories(java().getParent());
    Files.writeString(java(), "#!/usr/bin/env bash\ncat >&2 <<'END'\n" + answer + "\nEND\n");
    Files.setPosixFilePermissions(java(), PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Shell.Result launch(String mainClass, String... environment) {
    return launch(List.of(mainClass), environment);
  }

  private Shell.Result launch(List<String> command, String... environment) {
    Map<String, String> all = new HashMap<>(Map.of(
        "OZONE_HOME", home.toString(),
        "JAVA_HOME", java().getParent().getParent().toString(),
        "OZONE_SHELL_EXECNAME", "ozone"));
    for (int i = 0; i < environment.length; i += 2) {
      all.put(environment[i], environment[i + 1]);
    }
    return Shell.run(temp, all, Stream.concat(Stream.of("bash", launcher().toString()), command.stream()).toList());
  }

  private static Path launcher() {
    try {
      return Path.of(LauncherProfileTest.class.getResource("/launcher.sh").toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Shell.Result started(String mainClass) {
    String seen = mainClass.equals(OURS) ? STOCK : mainClass;
    return new Shell.Result(0, "stock profile sees " + seen + "\nstarts " + mainClass, "");
  }

  private static void assertFallsBack(Shell.Result result, String reason) {
    assertThat(result.out()).isEqualTo(started(STOCK).out());
    assertThat(result.err()).startsWith("WARNING: Ozone Manager without range compaction: " + reason);
    assertThat(result.err().lines()).hasSize(1);
  }
}
