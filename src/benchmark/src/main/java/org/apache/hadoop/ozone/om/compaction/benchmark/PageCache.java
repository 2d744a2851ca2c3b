// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What the system keeps of files in memory. A file that was just verified is read a second time from there. */
final class PageCache {
  private PageCache() {
  }

  /** Removes all files below a directory from memory. */
  static void drop(Path directory) throws IOException, InterruptedException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        // Writes nothing: what is in memory alone goes to disk, then all of it may be forgotten.
        int exitCode = new ProcessBuilder(List.of("dd", "of=" + file, "oflag=nocache", "conv=notrunc,fdatasync",
            "count=0", "status=none", "if=/dev/null")).inheritIO().start().waitFor();
        if (exitCode != 0) {
          throw new IOException("dd ended with " + exitCode + " at " + file);
        }
      }
    }
  }

  /** Bytes that this process has read from disk so far, as Linux counts them. */
  static long readFromDisk() throws IOException {
    try (Stream<String> counters = Files.lines(Path.of("/proc/self/io"))) {
      return counters.filter(counter -> counter.startsWith("read_bytes:"))
          .mapToLong(counter -> Long.parseLong(counter.substring(counter.indexOf(':') + 1).trim()))
          .findFirst().orElseThrow();
    }
  }
}
