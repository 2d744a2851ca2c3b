// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.fault;

import com.google.common.util.concurrent.Uninterruptibles;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** A file system in memory, so that a disk can be full without affecting other processes. Needs root. */
final class SmallDisk implements AutoCloseable {
  private static final int MEGABYTE = 1 << 20;
  private static final int PAUSE_MILLIS = 10;

  private final Path directory;
  private final Path filling;

  private SmallDisk(Path directory) {
    this.directory = directory;
    this.filling = directory.resolve("filling");
  }

  /** @return empty, with the reason printed, if this user or container may not mount one */
  static Optional<SmallDisk> mount(Path directory, int megabytes) throws IOException, InterruptedException {
    Files.createDirectories(directory);
    try {
      run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", directory.toString());
      return Optional.of(new SmallDisk(directory));
    } catch (IOException e) {
      System.out.println("Faults: no small disk: " + e.getMessage());
      return Optional.empty();
    }
  }

  /** Writes until only this much is free; 0 for nothing. */
  void fill(int megabytesLeft) throws IOException {
    byte[] block = new byte[MEGABYTE];
    try (OutputStream out = Files.newOutputStream(filling, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      while (Files.getFileStore(directory).getUsableSpace() > (long) megabytesLeft * MEGABYTE) {
        out.write(block);
      }
    } catch (IOException e) {
      if (megabytesLeft > 0) {
        throw e;
      }
    }
  }

  /**
   * Leaves only this much free until the answer is closed. Filling once is not enough, as an OM frees many megabytes at
   * once when RocksDB deletes files.
   */
  Closeable keepFull(int megabytesLeft) {
    Thread filler = new Thread(() -> {
      try {
        while (true) {
          fill(megabytesLeft);
          Thread.sleep(PAUSE_MILLIS);
        }
      } catch (InterruptedException | ClosedByInterruptException e) {
        // Closed.
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }, "small-disk");
    filler.setDaemon(true);
    filler.start();
    return () -> {
      filler.interrupt();
      Uninterruptibles.joinUninterruptibly(filler);
    };
  }

  void release() throws IOException {
    Files.deleteIfExists(filling);
  }

  @Override
  public void close() {
    try {
      run("umount", "-l", directory.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", command) + ": " + said);
    }
  }
}
