// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.page;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The programs that a shell would find. */
record Programs(List<Path> folders) {
  /** @param path as the environment variable PATH has it */
  static Programs on(String path) {
    return new Programs(Arrays.stream(path.split(File.pathSeparator)).filter(folder -> !folder.isEmpty())
        .map(Path::of).toList());
  }

  static Programs ofThisMachine() {
    return on(System.getenv("PATH"));
  }

  Optional<Path> find(String name) {
    return folders.stream().map(folder -> folder.resolve(name))
        .filter(program -> Files.isRegularFile(program) && Files.isExecutable(program)).findFirst();
  }
}
