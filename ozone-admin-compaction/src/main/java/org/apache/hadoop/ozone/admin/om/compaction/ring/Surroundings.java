// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.ring;

import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Clock;
import java.time.Duration;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.client.DatabaseTrees;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.security.UserGroupInformation;

/** The process around a command: a connection to the ring, the clock, standard input, the terminal. */
public class Surroundings {

  /** The surroundings of a process started from a shell. */
  public static Surroundings real() {
    return new Surroundings();
  }

  /** @param serviceId null for the only one that is configured */
  public Ring ring(OzoneConfiguration conf, UserGroupInformation user, String serviceId) throws IOException {
    return Ring.connect(conf, user, serviceId);
  }

  /**
   * Opens a database read-only.
   *
   * @param conf the settings that an OM would have
   */
  public DatabaseTrees database(OzoneConfiguration conf, File path) throws IOException {
    return new DatabaseTrees(path.getPath(), OmClasses.open(conf, path));
  }

  /** The time, in the zone of the user. */
  public Clock clock() {
    return Clock.systemDefaultZone();
  }

  /** Whether input and output are a terminal. Since Java 22 a process has a console without one. */
  public boolean hasTerminal() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      // Only this method tells; Java 8 does not have it.
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException e) {
      return true;
    }
  }

  /** Whether to use colours. */
  public boolean hasColours() {
    String noColour = System.getenv("NO_COLOR");
    return hasTerminal() && (noColour == null || noColour.isEmpty()) && !"dumb".equals(System.getenv("TERM"));
  }

  /** Waits between two looks. */
  public void pause(Duration duration) throws InterruptedIOException {
    try {
      Thread.sleep(duration.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting");
    }
  }
}
