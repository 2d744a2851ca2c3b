// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.ozone.om.compaction.database.CopiedDatabase;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.job.NextSteps;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** Tests which directories are refused as databases, and whether it is known that a process has one open. */
class RefusedDatabasesTest extends OneCopiedDatabase {
  @Test
  void refusesTheDatabaseOfAnother() throws Exception {
    drop("bucketTable");

    assertRefused(copy, ErrorCode.BAD_REQUEST, copy + " is a database, but not an OM's: it has no table bucketTable.");
  }

  @Test
  void refusesWhatIsNoDatabase() throws Exception {
    Path path = temp.resolve("other");
    assertRefused(path, ErrorCode.BAD_REQUEST, path + " does not exist.");
    Path file = Files.writeString(temp.resolve("file"), "text");
    assertRefused(file, ErrorCode.BAD_REQUEST, file + " is not a directory.");
    Files.createDirectory(path);
    assertRefused(path, ErrorCode.BAD_REQUEST, path + " holds no database: it has no file CURRENT.");
    assertRefused(om, ErrorCode.BAD_REQUEST, om + " holds no database: it has no file CURRENT. Did you mean "
        + om.resolve("om.db") + "?");
    Files.writeString(path.resolve("CURRENT"), "text");
    assertRefused(path, ErrorCode.BAD_REQUEST, path + " holds no database: RocksDB can read no table in it.");
    assertThat(path.toFile().list()).containsExactly("CURRENT");
  }

  @Test
  void refusesADirectoryWithoutPermission() throws Exception {
    Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("---------"));
    assumeFalse(Files.isReadable(copy), "root may read everything");
    try {
      assertRefused(copy, ErrorCode.FORBIDDEN, copy + " cannot be read by this user.", "runs 'ozone om'");
    } finally {
      Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  /** As a user without the permission to read it, or a file system without locks. */
  @Test
  void saysThatItIsNotKnownWhetherAProcessHasItOpen() throws Exception {
    Files.deleteIfExists(copy.resolve("LOCK"));
    assertThat(warnings(copy)).as("a checkpoint").isEmpty();
    Files.createSymbolicLink(copy.resolve("LOCK"), copy.resolve("LOCK"));

    assertThat(warnings(copy)).singleElement(InstanceOfAssertFactories.STRING)
        .startsWith(copy + " may be open in a running process: its file LOCK cannot be asked (");
    assertThat(tombstones(copy)).isEqualTo(4_000);
  }

  @Test
  void refusesADatabaseThatAProcessHasOpen() throws Exception {
    Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
        System.getProperty("java.class.path"), OpenDatabase.class.getName(), copy.toString()).start();
    try {
      assertThat(process.inputReader().readLine()).isEqualTo("open");
      assertRefused(copy, ErrorCode.BUSY, copy + " is open in a running process, ",
          "'ozone admin om compaction' without --db");
    } finally {
      process.destroyForcibly().waitFor();
    }
    assertThat(tombstones(copy)).as("once it has ended").isEqualTo(4_000);
  }

  /** A process that has a database open, as an OM has. */
  static final class OpenDatabase {
    private OpenDatabase() {
    }

    public static void main(String[] arguments) throws Exception {
      change(Path.of(arguments[0]), (db, tables) -> {
        System.out.println("open");
        System.in.read();
      });
    }
  }

  @Test
  void databaseThatCannotBeReadIsToBeLookedAtWithOzonesOwnTool() {
    RefusedException refused = CopiedDatabase.unreadable(copy.toFile(), new IOException("Corruption: 000017.sst"));
    assertThat(refused).hasMessage(copy + " cannot be read: Corruption: 000017.sst.");
    NextSteps.assertNextStep(refused, "'ozone debug ldb --db=" + copy + " list_column_families'");
  }

  private static void assertRefused(Path path, ErrorCode code, String message, String step) {
    assertRefused(path, code, message);
    assertThatThrownBy(() -> open(path)).isInstanceOfSatisfying(RefusedException.class,
        refused -> NextSteps.assertNextStep(refused, step));
  }

  private static void assertRefused(Path path, ErrorCode code, String message) {
    assertThatThrownBy(() -> open(path)).isInstanceOfSatisfying(RefusedException.class, refused -> {
      assertThat(refused.getCode()).isEqualTo(code);
      assertThat(refused.getMessage()).startsWith(message);
    });
  }
}
