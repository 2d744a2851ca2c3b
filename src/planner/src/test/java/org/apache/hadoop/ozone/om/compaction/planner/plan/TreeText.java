// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import com.google.common.base.Strings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.ozone.om.compaction.key.KeyText;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.LsmTree;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CompactionSettings;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.RocksDbVersion;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/**
 * LSM trees as text, to be read and written by people. Words are separated by spaces; keys
 * are written as by {@link KeyText}, without spaces, and {@code ''} is the empty key. A line that begins with {@code #}
 * is a comment; one that begins with {@code >} ends the trees: a question about them.
 *
 * <pre>
 * table keyTable levels 7 base 6 target 67108864
 * span  /shop/orders  /shop/orders/  /shop/orders0
 * file  0  000012.sst  /shop/orders/a  /shop/orders/z  1048576 bytes  1000 entries  400 tombstones
 * file  6  000007.sst  /shop/orders/a  /shop/orders/c  8388608 bytes  9000 entries  0 tombstones  compacting
 * </pre>
 *
 * Behind a file stands {@code compacting} while RocksDB rewrites it, or {@code corrupt}.
 *
 * A span ends before its last key here, a file with it. Files and spans belong to the table above them. What else is
 * set of a table follows the target size of its files: {@code max N}, the most bytes of a compaction, 25 files of
 * target size unless it is given, {@code prefix N}, the first bytes of a key that all keys of a file share, and {@code
 * rocksdb N.N}, the version that compacts it, 7.7 unless it is given.
 */
public final class TreeText {
  private static final String EMPTY_KEY = "''";
  private static final int TABLE_WORDS = 8;
  private static final String MAX = "max";
  private static final String PREFIX = "prefix";
  private static final String ROCKSDB = "rocksdb";
  private static final int SPAN_WORDS = 4;
  private static final int FILE_WORDS = 11;
  private static final String COMPACTING = "compacting";
  private static final String CORRUPT = "corrupt";
  /** More than any table has; the planner allocates something for each. */
  private static final int MOST_LEVELS = 100;

  private final List<LsmTree> trees = new ArrayList<>();
  private final Set<String> tables = new HashSet<>();
  private final Set<String> names = new HashSet<>();
  private final List<SstFile> files = new ArrayList<>();
  private final List<BucketSpan> spans = new ArrayList<>();
  /** Null before the first. */
  private String table;
  private int tableLine;
  private int levels;
  private int baseLevel;
  private CompactionSettings settings;

  private TreeText() {
  }

  /**
   * @param lines of a file, from its first
   * @return a tree for each table
   * @throws IllegalArgumentException with the number of the line and what is wrong there
   */
  public static List<LsmTree> parse(List<String> lines) {
    TreeText text = new TreeText();
    for (int i = 0; i < lines.size() && !lines.get(i).startsWith(">"); i++) {
      String line = lines.get(i).trim();
      int number = i + 1;
      if (!line.isEmpty() && line.charAt(0) != '#') {
        String[] words = line.split("\\s+");
        if ("table".equals(words[0])) {
          text.endTable();
        }
        at(number, () -> text.add(number, words));
      }
    }
    text.endTable();
    return Collections.unmodifiableList(text.trees);
  }

  private static void at(int line, Runnable reading) {
    try {
      reading.run();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("Line " + line + ": " + e.getMessage(), e);
    }
  }

  private void add(int line, String[] words) {
    for (String word : words) {
      require(word.chars().noneMatch(Character::isISOControl), "a control character is written \\xHH");
    }
    switch (words[0]) {
      case "table":
        beginTable(line, words);
        break;
      case "span":
        require(words.length == SPAN_WORDS, "a span is written: span /VOLUME/BUCKET BEGIN END");
        spans.add(span(words));
        break;
      case "file":
        require(words.length == FILE_WORDS
            || words.length == FILE_WORDS + 1 && Arrays.asList(COMPACTING, CORRUPT).contains(words[FILE_WORDS]),
            "a file is written: file LEVEL NAME SMALLEST LARGEST N bytes N entries N tombstones [" + COMPACTING + "|"
                + CORRUPT + "]");
        files.add(file(words));
        break;
      default:
        throw new IllegalArgumentException("'" + words[0] + "' is none of table, span, file");
    }
  }

  private void beginTable(int line, String[] words) {
    require(words.length >= TABLE_WORDS && words.length % 2 == 0 && "levels".equals(words[2])
        && "base".equals(words[4]) && "target".equals(words[6]),
        "a table is written: table NAME levels N base N target BYTES [max BYTES] [prefix BYTES] [rocksdb VERSION]");
    require(tables.add(words[1]), "table " + words[1] + " comes twice");
    table = words[1];
    tableLine = line;
    levels = (int) number("levels", words[3], 2, MOST_LEVELS);
    baseLevel = (int) number("base", words[5], 1, levels - 1);
    settings = settings(words);
  }

  private static CompactionSettings settings(String[] words) {
    CompactionSettings settings = CompactionSettings.ofTargetFileBytes(number("target", words[7], 1, Long.MAX_VALUE));
    Set<String> given = new HashSet<>();
    for (int i = TABLE_WORDS; i < words.length; i += 2) {
      require(given.add(words[i]), words[i] + " comes twice");
      switch (words[i]) {
        case MAX:
          settings = settings.withMaxCompactionBytes(number(MAX, words[i + 1], 1, Long.MAX_VALUE));
          break;
        case PREFIX:
          settings = settings.withPrefixOfFiles((int) number(PREFIX, words[i + 1], 1, Integer.MAX_VALUE));
          break;
        case ROCKSDB:
          settings = settings.withRocksDb(rocksDb(words[i + 1]));
          break;
        default:
          throw new IllegalArgumentException("'" + words[i] + "' is none of max, prefix, rocksdb");
      }
    }
    return settings;
  }

  private static RocksDbVersion rocksDb(String word) {
    return Arrays.stream(RocksDbVersion.values()).filter(version -> version.toString().equals(word)).findFirst()
        .orElseThrow(() -> new IllegalArgumentException(ROCKSDB + " is one of "
            + Arrays.toString(RocksDbVersion.values()) + ", not '" + word + "'"));
  }

  private void endTable() {
    if (table != null) {
      at(tableLine, () -> trees.add(new LsmTree(LsmTable.of(table, levels, files).withBaseLevel(baseLevel)
          .withSettings(settings), spans)));
      files.clear();
      spans.clear();
      table = null;
    }
  }

  private BucketSpan span(String[] words) {
    require(table != null, "a table comes before its spans");
    String[] path = words[1].split("/", -1);
    require(path.length == 3 && path[0].isEmpty(), "a bucket is written /VOLUME/BUCKET, not " + words[1]);
    return new BucketSpan(table, name(path[1]), name(path[2]), key(words[2]), key(words[3]));
  }

  private SstFile file(String[] words) {
    require(table != null, "a table comes before its files");
    require("bytes".equals(words[6]) && "entries".equals(words[8]) && "tombstones".equals(words[10]),
        "behind the keys come N bytes N entries N tombstones");
    require(names.add(words[2]), "file " + words[2] + " comes twice");
    long entries = number("entries", words[7], 0, SstFile.MOST);
    String state = words.length > FILE_WORDS ? words[FILE_WORDS] : "";
    SstFile file = new SstFile(name(words[2]), (int) number("level", words[1], 0, levels - 1), key(words[3]),
        key(words[4]), number("bytes", words[5], 0, SstFile.MOST), entries, number("tombstones", words[9], 0, entries),
        COMPACTING.equals(state));
    return CORRUPT.equals(state) ? file.asCorrupt("SST file " + file.name() + " is corrupt") : file;
  }

  private static long number(String name, String word, long least, long most) {
    try {
      long number = Long.parseLong(word);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw new IllegalArgumentException(name + " is a whole number from " + least + " to " + most + ", not '" + word
        + "'");
  }

  private static byte[] key(String word) {
    return EMPTY_KEY.equals(word) ? new byte[0] : KeyText.parse(word);
  }

  private static String name(String word) {
    return new String(KeyText.parse(word), StandardCharsets.UTF_8);
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }

  /** Writes the text that {@link #parse} reads, with aligned columns. */
  public static String print(LsmTree tree) {
    LsmTable table = tree.table();
    List<String[]> spans = new ArrayList<>();
    for (BucketSpan span : tree.spans()) {
      spans.add(new String[] {"span", "/" + word(span.volume()) + "/" + word(span.bucket()), word(span.begin()),
          word(span.end())});
    }
    List<String[]> files = new ArrayList<>();
    for (SstFile file : table.files()) {
      files.add(new String[] {"file", Integer.toString(file.level()), word(file.name()), word(file.smallestKey()),
          word(file.largestKey()), file.sizeBytes() + " bytes", file.entries() + " entries",
          file.tombstones() + " tombstones", state(file)});
    }
    return "table " + table.name() + " levels " + table.levels() + " base " + table.baseLevel()
        + words(table.settings()) + '\n' + aligned(spans) + aligned(files);
  }

  private static String state(SstFile file) {
    return file.corruption() != null ? CORRUPT : file.isBeingCompacted() ? COMPACTING : "";
  }

  private static String words(CompactionSettings settings) {
    long defaultMax = CompactionSettings.ofTargetFileBytes(settings.targetFileBytes()).maxCompactionBytes();
    return " target " + settings.targetFileBytes()
        + (settings.maxCompactionBytes() == defaultMax ? "" : " max " + settings.maxCompactionBytes())
        + (settings.prefixOfFiles() == 0 ? "" : " prefix " + settings.prefixOfFiles())
        + (settings.rocksDb() == CompactionSettings.DEFAULT.rocksDb() ? "" : " rocksdb " + settings.rocksDb());
  }

  private static String word(String name) {
    return KeyText.print(name.getBytes(StandardCharsets.UTF_8));
  }

  private static String word(byte[] key) {
    return key.length == 0 ? EMPTY_KEY : KeyText.print(key);
  }

  private static String aligned(List<String[]> rows) {
    int[] widths = new int[rows.isEmpty() ? 0 : rows.get(0).length];
    for (String[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        widths[i] = Math.max(widths[i], row[i].length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.length; i++) {
        line.append(Strings.padEnd(row[i], widths[i], ' ')).append("  ");
      }
      text.append(line.toString().trim()).append('\n');
    }
    return text.toString();
  }
}
