// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.type.CollectionType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** The raw results of one benchmark, as JSON. */
public final class ResultFile {
  private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final Path file;

  public ResultFile(Path file) {
    this.file = file;
  }

  /** Replaces what was there. */
  public void write(List<?> results) throws IOException {
    Files.createDirectories(Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file in a directory"));
    JSON.writeValue(file.toFile(), results);
  }

  /** @return none where that benchmark has not run */
  public <T> List<T> read(Class<T> type) throws IOException {
    CollectionType list = JSON.getTypeFactory().constructCollectionType(List.class, type);
    return Files.exists(file) ? JSON.readValue(file.toFile(), list) : List.of();
  }
}
