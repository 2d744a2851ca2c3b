// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.util.OzoneVersionInfo;
import org.rocksdb.RocksDB;

/** What a benchmark runs on. */
final class Machine {
  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
  private static final String MODEL = "model name";

  private Machine() {
  }

  /** In a sentence or two, with the versions and the day. */
  static String text() throws IOException {
    OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return String.format(Locale.ROOT, "%s: %d cores%s, %.0f GB of memory, %s %s, Java %s, Ozone %s, RocksDB %s.",
        LocalDate.now(ZoneOffset.UTC), system.getAvailableProcessors(), model(),
        (double) system.getTotalMemorySize() / (1 << 30), system.getName(), system.getVersion(), Runtime.version(),
        OzoneVersionInfo.OZONE_VERSION_INFO.getVersion(), RocksDB.rocksdbVersion());
  }

  /** Nothing where the system does not tell. */
  private static String model() throws IOException {
    if (!Files.exists(PROCESSORS)) {
      return "";
    }
    try (Stream<String> lines = Files.lines(PROCESSORS)) {
      return lines.filter(line -> line.startsWith(MODEL)).findFirst()
          .map(line -> " (" + line.substring(line.indexOf(':') + 1).trim() + ')').orElse("");
    }
  }
}
