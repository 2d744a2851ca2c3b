// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.BiFunction;
import org.apache.hadoop.ozone.om.compaction.key.Keys;

/** How people name keys. */
public enum NameStyle {
  DECIMAL((i, random) -> String.format("key-%06d", i)),
  DECIMAL_WITH_GAPS((i, random) -> String.format("key-%06d", random.nextInt(150_000))),
  DECIMAL_OF_ANY_LENGTH((i, random) -> "key-" + i),
  PARTS((i, random) -> String.format("part-%05d.parquet", i)),
  TIMES((i, random) -> Long.toString(1_700_000_000_000L + i * 137_013L + random.nextInt(90_000))),
  DAYS((i, random) -> String.format("2024-%02d-%02d/log-%03d", 1 + i / 28 % 12, 1 + i % 28, i / 336)),
  DIRECTORIES((i, random) -> String.format("d%02d/file-%04d.dat", random.nextInt(100), random.nextInt(10_000))),
  HEX((i, random) -> String.format("%08x", random.nextInt())),
  HEX_IN_CAPITALS((i, random) -> String.format("%08X", random.nextInt())),
  UUIDS((i, random) -> new UUID(random.nextLong(), random.nextLong()).toString()),
  HASHES_OF_PARTS((i, random) -> String.format("%04x/part-%05d", Integer.hashCode(i / 20) * 40_503 & 0xFFFF, i % 20)),
  BASE_36((i, random) -> Long.toString(78_364_164_096L + (random.nextLong() >>> 1) % 2_742_745_743_360L, 36)),
  BASE_64((i, random) -> Base64.getUrlEncoder().encodeToString(longBytes(random))),
  WORDS((i, random) -> word(random) + "-" + word(random)),
  WORDS_AND_NUMBERS((i, random) -> word(random) + String.format("%04d", random.nextInt(10_000)));

  private static final String[] SYLLABLES = {"ta", "re", "mi", "con", "pro", "der", "log", "data", "part", "set", "in",
      "un", "ex", "im", "ort", "est", "or", "al", "ine", "er"};
  private final BiFunction<Integer, Random, String> name;

  NameStyle(BiFunction<Integer, Random, String> name) {
    this.name = name;
  }

  /** Makes keys of a bucket in this style, in key order. */
  public List<byte[]> keys(int count) {
    Random random = new Random(7);
    TreeSet<byte[]> keys = new TreeSet<>(Keys::compare);
    for (int i = 0; keys.size() < count; i++) {
      keys.add(("/v/b/" + name.apply(i, random)).getBytes(StandardCharsets.UTF_8));
    }
    return new ArrayList<>(keys);
  }

  private static byte[] longBytes(Random random) {
    byte[] bytes = new byte[9];
    random.nextBytes(bytes);
    return bytes;
  }

  private static String word(Random random) {
    StringBuilder word = new StringBuilder();
    for (int syllables = 2 + random.nextInt(3); syllables > 0; syllables--) {
      // The first syllables are the common ones.
      word.append(SYLLABLES[Math.min(random.nextInt(SYLLABLES.length), random.nextInt(SYLLABLES.length))]);
    }
    return word.toString();
  }
}
