// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.option;

import com.google.common.io.ByteStreams;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.ozone.admin.om.compaction.render.Units;
import org.apache.hadoop.ozone.admin.om.compaction.ring.Surroundings;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.planner.plan.TreeText;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.LsmTree;

/** A file with LSM trees as {@link TreeText} writes them. */
public final class TreeFile {
  public static final String STANDARD_INPUT = "-";
  /** A table with half a million files takes less. */
  private static final int MAX_BYTES = 64 << 20;

  private final String path;
  private final String name;

  /**
   * @param path {@link #STANDARD_INPUT} for that
   * @param name of the file in messages
   */
  public TreeFile(String path, String name) {
    this.path = path;
    this.name = name;
  }

  /**
   * @return one for each table, at least one
   * @throws RefusedException BAD_REQUEST with the line that is wrong, and what was expected there
   */
  public List<LsmTree> read(Surroundings surroundings) throws IOException {
    byte[] bytes = bytes(surroundings);
    if (bytes.length > MAX_BYTES) {
      throw wrong("It is larger than " + Units.bytes(MAX_BYTES) + ", too large for LSM trees as text");
    }
    try {
      List<LsmTree> trees = TreeText.parse(lines(bytes));
      if (trees.isEmpty()) {
        throw wrong("It holds no table: write one with 'sst-files --tree'");
      }
      return trees;
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage());
    }
  }

  private byte[] bytes(Surroundings surroundings) throws IOException {
    if (path.equals(STANDARD_INPUT)) {
      return head(surroundings.input());
    }
    File file = new File(path);
    if (file.isDirectory() || !file.canRead()) {
      throw wrong("There is no such file that can be read");
    }
    try (InputStream in = Files.newInputStream(file.toPath())) {
      return head(in);
    }
  }

  private static byte[] head(InputStream in) throws IOException {
    return ByteStreams.toByteArray(ByteStreams.limit(in, MAX_BYTES + 1L));
  }

  private List<String> lines(byte[] bytes) throws RefusedException {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer text = CharBuffer.allocate(bytes.length);
    if (StandardCharsets.UTF_8.newDecoder().decode(in, text, true).isError()) {
      long line = 1 + new String(bytes, 0, in.position(), StandardCharsets.UTF_8).chars().filter(c -> c == '\n')
          .count();
      throw wrong("Line " + line + ": it is not UTF-8; a byte of a key that is not is written \\xHH");
    }
    text.flip();
    return Arrays.asList(text.toString().split("\n"));
  }

  private RefusedException wrong(String what) {
    return RefusedException.ofParameter(null, name + ": " + what + '.');
  }
}
