// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.admin.om.compaction.ring.Surroundings;
import org.apache.hadoop.ozone.om.compaction.client.DatabaseTrees;
import org.apache.hadoop.ozone.om.compaction.client.FakeRing;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.model.DatabaseReads;
import org.apache.hadoop.ozone.om.compaction.rpc.RingRpc;
import org.apache.hadoop.ozone.om.helpers.ServiceInfo;
import org.apache.hadoop.security.UserGroupInformation;
import picocli.CommandLine;

/** Runs {@code compaction ...} against a stand-in of a ring. Pausing moves the clock, nothing else. */
final class Cli extends Surroundings implements AutoCloseable {
  static final Instant NOW = Instant.parse("2030-06-01T12:00:00Z");
  static final ZoneId ZONE = ZoneId.of("Europe/Berlin");

  private final FakeRing ring = new FakeRing();
  private Instant now = NOW;
  private boolean terminal;
  private Runnable onPause = () -> {
  };
  private DatabaseReads database;

  /** The exit code and the output of a command. */
  record Result(int exit, String out, String err) {
  }

  /** Each command closes its connection; the ring stays. */
  private record Connection(RingRpc ring) implements RingRpc {
    @Override
    public byte[] echo(byte[] payload) throws IOException {
      return ring.echo(payload);
    }

    @Override
    public List<ServiceInfo> services() throws IOException {
      return ring.services();
    }

    @Override
    public void close() {
      // On purpose.
    }
  }

  FakeRing ring() {
    return ring;
  }

  void useTerminal() {
    terminal = true;
  }

  /** Without one, {@code --db} looks for the classes of an OM, which are not on the class path here either. */
  void database(DatabaseReads reads) {
    database = reads;
  }

  void onPause(Runnable action) {
    onPause = action;
  }

  Result run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exit = run(new PrintWriter(out), new PrintWriter(err), args);
    return new Result(exit, out.toString(), err.toString());
  }

  /** Both outputs in the order in which a terminal shows them: as in a process, only whole lines are flushed. */
  String screen(String... args) {
    StringWriter screen = new StringWriter();
    run(new PrintWriter(new BufferedWriter(screen), true), new PrintWriter(new BufferedWriter(screen), true), args);
    return screen.toString();
  }

  private int run(PrintWriter out, PrintWriter err, String... args) {
    return commandLine().setOut(out).setErr(err).execute(args);
  }

  /** The command line that the hook puts below {@code ozone admin om}. */
  CommandLine commandLine() {
    CommandLine line = CompactionCommand.commandLine(this, CommandLine.defaultFactory());
    WrongUsage.answer(line);
    return line;
  }

  @Override
  public Ring ring(OzoneConfiguration conf, UserGroupInformation user, String serviceId) throws IOException {
    return Ring.over(new Connection(ring), ring.conf(), user, serviceId);
  }

  @Override
  public DatabaseTrees database(OzoneConfiguration conf, File path) throws IOException {
    return database == null ? super.database(conf, path) : new DatabaseTrees(path.getPath(), database);
  }

  @Override
  public Clock clock() {
    return Clock.fixed(now, ZONE);
  }

  @Override
  public boolean hasTerminal() {
    return terminal;
  }

  @Override
  public boolean hasColours() {
    return terminal;
  }

  @Override
  public void pause(Duration duration) {
    now = now.plus(duration);
    onPause.run();
  }

  @Override
  public void close() {
    ring.close();
  }
}
