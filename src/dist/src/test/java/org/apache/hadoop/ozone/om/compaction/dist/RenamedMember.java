// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.dist;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/**
 * An Ozone in which a member has another name, in all classes of one of its jars: it works as before, but code compiled
 * against the original name does not find the member.
 */
final class RenamedMember {
  private static final byte UTF8_CONSTANT = 1;

  private RenamedMember() {
  }

  /**
   * The command with the renamed jar in place of the stock one.
   *
   * @param name of a method that classes of the process's own jar declare, call or override
   */
  static List<String> in(Stock process, Path folder, String name, List<String> java) throws IOException {
    Path stock = process.ownJar();
    Path renamed = folder.resolve(name + '-' + stock.getFileName());
    if (!Files.exists(renamed)) {
      copy(stock, renamed, constant(name), constant(name.substring(0, name.length() - 1) + '0'));
    }
    return java.stream().map(word -> word.replace(stock.toString(), renamed.toString())).toList();
  }

  private static void copy(Path from, Path to, byte[] name, byte[] other) throws IOException {
    try (JarFile jar = new JarFile(from.toFile());
        JarOutputStream copy = new JarOutputStream(Files.newOutputStream(to))) {
      for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements();) {
        JarEntry entry = entries.nextElement();
        copy.putNextEntry(new JarEntry(entry.getName()));
        try (InputStream in = jar.getInputStream(entry)) {
          byte[] bytes = in.readAllBytes();
          if (entry.getName().endsWith(".class")) {
            replace(bytes, name, other);
          }
          copy.write(bytes);
        }
        copy.closeEntry();
      }
    }
  }

  /** The constant in a class file: a tag, the length in two bytes, and the name. */
  private static byte[] constant(String name) {
    String constant = "" + (char) UTF8_CONSTANT + (char) 0 + (char) name.length() + name;
    return constant.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static void replace(byte[] bytes, byte[] name, byte[] other) {
    for (int at = 0; at + name.length <= bytes.length; at++) {
      int same = 0;
      while (same < name.length && bytes[at + same] == name[same]) {
        same++;
      }
      if (same == name.length) {
        System.arraycopy(other, 0, bytes, at, other.length);
      }
    }
  }
}
