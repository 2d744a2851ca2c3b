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

/**
 * The process around a command. It gives access to the ring or a database, the clock and the terminal. Tests override
 * it.
 */
public class Surroundings {

  /** The surroundings of a process started from a shell. */
  public static Surroundings real() {
    return new Surroundings();
  }

  /** @param serviceId null for the only ring that is configured */
  public Ring ring(OzoneConfiguration conf, UserGroupInformation user, String serviceId) throws IOException {
    return Ring.connect(conf, user, serviceId);
  }

  /** Opens a database read-only; {@code conf} has the settings that an OM would have. */
  public DatabaseTrees database(OzoneConfiguration conf, File path) throws IOException {
    return new DatabaseTrees(path.getPath(), OmClasses.open(conf, path));
  }

  /** A clock in the user's time zone. */
  public Clock clock() {
    return Clock.systemDefaultZone();
  }

  /**
   * True if input and output are a terminal. Since Java 22, {@code System.console()} is not null even without a
   * terminal.
   */
  public boolean hasTerminal() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      // Only this method tells whether the console is a terminal. Java 8 lacks the method; its consoles are terminals.
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException e) {
      return true;
    }
  }

  /** True if the terminal shows colours and neither NO_COLOR nor TERM=dumb is set. */
  public boolean hasColours() {
    String noColour = System.getenv("NO_COLOR");
    return hasTerminal() && (noColour == null || noColour.isEmpty()) && !"dumb".equals(System.getenv("TERM"));
  }

  /** Waits between two reads. */
  public void pause(Duration duration) throws InterruptedIOException {
    try {
      Thread.sleep(duration.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting");
    }
  }
}
