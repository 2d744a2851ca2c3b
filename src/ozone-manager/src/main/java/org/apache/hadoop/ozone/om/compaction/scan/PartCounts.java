// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

import java.io.File;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How many entries of SST files without tombstones lie in some spans: what metadata does not tell of a file that goes
 * on beyond a span. Counted in the background for readers, see {@link ScanQueue}, and remembered for as long as
 * the file lives, up to a bound.
 */
public final class PartCounts {
  /** Most parts of one question, see {@link #ask}. */
  public static final int MAX_ASKED = 20_000;
  private static final Logger LOG = LoggerFactory.getLogger(PartCounts.class);
  private static final int MAX_REMEMBERED = 5 * MAX_ASKED;

  private final ScanQueue queue;
  /** Entries by the keys of the part, for each file. */
  private final Map<String, Map<List<ByteBuffer>, Long>> known = new HashMap<>();
  private final Map<String, String> whyNotCounted = new HashMap<>();
  private OmDatabase remembersOf;
  private int parts;

  PartCounts(ScanQueue queue) {
    this.queue = queue;
  }

  /** What of a file lies in a span. Immutable. */
  public static final class Part {
    private final SstFile file;
    private final BucketSpan span;

    public Part(SstFile file, BucketSpan span) {
      this.file = file;
      this.span = span;
    }

    public SstFile file() {
      return file;
    }

    private List<ByteBuffer> keys() {
      List<ByteBuffer> keys = new ArrayList<>(2);
      keys.add(ByteBuffer.wrap(span.begin()));
      keys.add(ByteBuffer.wrap(span.end()));
      return keys;
    }
  }

  static String unreadable(String file) {
    return "SST file " + file + " cannot be read.";
  }

  static String silent(String file) {
    return "SST file " + file + " holds several versions of a key, so its entries cannot be told apart.";
  }

  /** {@link PartScan#UNKNOWN} if it is not counted. */
  public synchronized long entries(OmDatabase database, Part part) {
    Map<List<ByteBuffer>, Long> ofFile = database.isSameAs(remembersOf) ? known.get(part.file.name()) : null;
    return ofFile == null ? PartScan.UNKNOWN : ofFile.getOrDefault(part.keys(), PartScan.UNKNOWN);
  }

  /** Null if nothing stands in the way. */
  public synchronized String whyNotCounted(OmDatabase database, SstFile file) {
    return database.isSameAs(remembersOf) ? whyNotCounted.get(file.name()) : null;
  }

  /** Whether asking for a part may still tell something. */
  public synchronized boolean isToCount(OmDatabase database, Part part) {
    return entries(database, part) == PartScan.UNKNOWN && whyNotCounted(database, part.file) == null;
  }

  /**
   * Has parts counted, after what was asked for before, and waits for it a little.
   *
   * @param wanted   at most {@link #MAX_ASKED}
   * @param timeout the longest wait; zero to only ask
   */
  public synchronized void ask(OmDatabase database, Collection<Part> wanted, Duration timeout) {
    begin(database, wanted.size());
    Map<SstFile, List<Part>> byFile = new LinkedHashMap<>();
    for (Part part : wanted) {
      if (isToCount(database, part)) {
        byFile.computeIfAbsent(part.file, any -> new ArrayList<>()).add(part);
      }
    }
    byFile.forEach((file, its) -> queue.ask("parts of " + file.name(), watch -> count(database, file, its, watch),
        counted -> remember(database, file, its, counted)));
    long deadline = System.nanoTime() + timeout.toNanos();
    try {
      for (long rest = timeout.toNanos(); rest > 0 && !queue.isClosed()
          && wanted.stream().anyMatch(part -> isToCount(database, part)); rest = deadline - System.nanoTime()) {
        TimeUnit.NANOSECONDS.timedWait(this, rest);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void begin(OmDatabase database, int more) {
    if (!database.isSameAs(remembersOf) || parts + more > MAX_REMEMBERED) {
      known.clear();
      whyNotCounted.clear();
      remembersOf = database;
    }
    Set<String> live = ExactCounts.live(database);
    known.keySet().retainAll(live);
    whyNotCounted.keySet().retainAll(live);
    parts = known.values().stream().mapToInt(Map::size).sum();
  }

  /** Null if it was stopped; without counts if the file does not tell. */
  private static Counted count(OmDatabase database, SstFile file, List<Part> parts, ScanWatch watch) {
    TreeSet<byte[]> edges = new TreeSet<>(Keys::compare);
    for (Part part : parts) {
      addInside(file, part.span.begin(), edges);
      addInside(file, part.span.end(), edges);
    }
    byte[][] cuts = edges.toArray(new byte[0][]);
    try {
      long[] entries = PartScan.of(new File(database.directory(), file.name()).getPath(), cuts,
          wanted(file, cuts, parts), watch.until(() -> !database.isOpen()));
      if (!database.isOpen()) {
        return null;
      }
      return entries == null ? new Counted(silent(file.name())) : new Counted(cuts, entries);
    } catch (RocksDBException e) {
      LOG.info("SST file {} cannot be read; its counts stay estimates: {}", file.name(), e.getMessage());
      return new Counted(unreadable(file.name()));
    } catch (CancellationException e) {
      LOG.debug("{}", e.getMessage());
      return null;
    }
  }

  private static void addInside(SstFile file, byte[] key, Set<byte[]> edges) {
    if (Keys.compare(file.smallestKey(), key) < 0 && Keys.compare(key, file.largestKey()) <= 0) {
      edges.add(key);
    }
  }

  private static BitSet wanted(SstFile file, byte[][] cuts, List<Part> parts) {
    BitSet wanted = new BitSet();
    parts.forEach(part -> wanted.set(firstPiece(file, cuts, part), endPiece(file, cuts, part)));
    return wanted;
  }

  private static int firstPiece(SstFile file, byte[][] cuts, Part part) {
    return pieceFrom(cuts, Keys.compare(part.span.begin(), file.smallestKey()) <= 0 ? null : part.span.begin());
  }

  private static int endPiece(SstFile file, byte[][] cuts, Part part) {
    return Keys.compare(part.span.end(), file.largestKey()) > 0 ? cuts.length + 1 : pieceFrom(cuts, part.span.end());
  }

  /** The piece that begins with a key; with null the first. */
  private static int pieceFrom(byte[][] cuts, byte[] key) {
    int piece = 0;
    while (key != null && piece < cuts.length && Keys.compare(cuts[piece], key) <= 0) {
      piece++;
    }
    return piece;
  }

  /** @param counted null for nothing */
  private synchronized void remember(OmDatabase database, SstFile file, List<Part> its, Counted counted) {
    if (counted != null && database.isSameAs(remembersOf)) {
      if (counted.why != null) {
        whyNotCounted.put(file.name(), counted.why);
      } else {
        Map<List<ByteBuffer>, Long> ofFile = known.computeIfAbsent(file.name(), any -> new HashMap<>());
        for (Part part : its) {
          ofFile.put(part.keys(), counted.between(firstPiece(file, counted.cuts, part),
              endPiece(file, counted.cuts, part)));
        }
      }
    }
    notifyAll();
  }

  /** What reading one file has told. */
  private static final class Counted {
    private final byte[][] cuts;
    private final long[] entries;
    private final String why;

    Counted(byte[][] cuts, long[] entries) {
      this.cuts = cuts;
      this.entries = entries;
      this.why = null;
    }

    Counted(String why) {
      this.cuts = null;
      this.entries = null;
      this.why = why;
    }

    long between(int first, int end) {
      long sum = 0;
      for (int piece = first; piece < end; piece++) {
        sum += entries[piece];
      }
      return sum;
    }
  }
}
