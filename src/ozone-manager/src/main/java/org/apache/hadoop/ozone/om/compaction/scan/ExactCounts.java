// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

import java.io.File;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.UnsoundFileException;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SharedFile;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfile;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfiles;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What reading SST files through has told: exact counts of those that hold keys of several spans, and which are sound.
 * A reader has files scanned in the background, see {@link ScanQueue}; a turn scans on its own thread, as it
 * would queue behind every reader there. What was scanned is remembered for as long as the file lives: counts up to a
 * bound of pieces, that it is sound in any case. Files beyond the bound, files that cannot be read and files that do
 * not tell are not asked for again and keep their intervals, so polling always ends.
 *
 * <p>A scanned file needs no pinning: the scan opens it by itself, and an open file outlives its deletion.
 */
public final class ExactCounts implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ExactCounts.class);
  /** About 100 bytes each: two counts, and a key that is often shared. */
  static final int DEFAULT_MAX_PIECES = 500_000;
  private static final byte[][] NO_CUTS = {};

  private final int maxPieces;
  private final ScanQueue queue;
  private final Map<String, ScannedFile> scanned = new HashMap<>();
  /** Of the files that are scanned; null if more were since. */
  private FileProfiles profiles;
  private final Set<String> sound = new HashSet<>();
  private OmDatabase remembersOf;
  private int pieces;
  private volatile boolean closed;

  /** As fast as files can be read. */
  public ExactCounts() {
    this(DEFAULT_MAX_PIECES);
  }

  /** @param maxPieces pieces of files to remember, a bound of memory */
  ExactCounts(int maxPieces) {
    this(maxPieces, new ScanQueue(Long.MAX_VALUE));
  }

  /** @param queue of what readers ask for */
  ExactCounts(int maxPieces, ScanQueue queue) {
    this.maxPieces = maxPieces;
    this.queue = queue;
  }

  /** @param bytesPerSecond what is read for readers, on average; a turn, which reads by itself, is not held to it */
  public static ExactCounts atRate(long bytesPerSecond) {
    return new ExactCounts(DEFAULT_MAX_PIECES, new ScanQueue(bytesPerSecond));
  }

  /** What is known now of the files of a database: the same as long as no more is. Never scans, nor blocks for long. */
  public synchronized FileProfiles of(OmDatabase database) {
    if (!database.isSameAs(remembersOf) || scanned.isEmpty()) {
      return FileProfiles.UNKNOWN;
    }
    if (profiles == null) {
      Map<String, FileProfile> known = new HashMap<>();
      scanned.forEach((name, file) -> known.put(name, file.profile()));
      profiles = file -> known.get(file.name());
    }
    return profiles;
  }

  /** Whether another scan of the file with these cuts would tell no more, or cannot be remembered. */
  public synchronized boolean hasScanned(OmDatabase database, SharedFile file) {
    return database.isSameAs(remembersOf) && !isToScan(file);
  }

  /**
   * Has files scanned, after those that were asked for before, and waits for it.
   *
   * @param timeout the longest wait; zero to only ask
   * @return how many of the files are still to be scanned
   */
  public synchronized int scan(OmDatabase database, Collection<SharedFile> files, Duration timeout) {
    begin(database);
    for (SharedFile file : files) {
      if (isToScan(file)) {
        submit(database, file);
      }
    }
    long deadline = System.nanoTime() + timeout.toNanos();
    int left = toScan(files);
    try {
      for (long rest = timeout.toNanos(); left > 0 && rest > 0 && !closed; rest = deadline - System.nanoTime()) {
        TimeUnit.NANOSECONDS.timedWait(this, rest);
        left = toScan(files);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return left;
  }

  /**
   * Scans files on the caller's thread, from the last to the first: readers of the same ones are served from the
   * first, so both together read hardly any file twice.
   *
   * @param timeout how long to begin with another file; one is scanned in any case
   * @param watch    asked before each file and all the time while it is read
   * @return how many of the files are still to be scanned
   */
  public int scanHere(OmDatabase database, Collection<SharedFile> files, Duration timeout, ScanWatch watch) {
    long began = System.nanoTime();
    List<SharedFile> fromTheEnd = new ArrayList<>(files);
    Collections.reverse(fromTheEnd);
    synchronized (this) {
      begin(database);
    }
    BooleanSupplier ended = () -> closed || isEnded(watch);
    for (SharedFile file : fromTheEnd) {
      if (ended.getAsBoolean()) {
        break;
      }
      byte[][] cuts = cutsToScan(file);
      if (cuts != null) {
        String name = file.file().name();
        remember(database, name, scan(database, name, cuts, watch.until(ended)));
        if (System.nanoTime() - began >= timeout.toNanos()) {
          break;
        }
      }
    }
    return left(files);
  }

  /**
   * Reads files through on the caller's thread, those that no earlier pass has found sound. What is read need not be
   * read from disk again a moment later.
   *
   * @param watch asked before each file and all the time while it is read
   * @return whether all files are sound or gone; else reading was stopped, or the database closed
   * @throws UnsoundFileException at the first file that is there and is not what was written
   */
  public boolean requireSound(OmDatabase database, Collection<SstFile> files, ScanWatch watch)
      throws UnsoundFileException {
    synchronized (this) {
      begin(database);
    }
    BooleanSupplier ended = () -> isEnded(watch) || !database.isOpen();
    for (SstFile file : files) {
      if (!isSound(database, file)) {
        if (ended.getAsBoolean() || !readSound(database, file, watch.until(ended))) {
          return false;
        }
      }
    }
    return true;
  }

  /** False if it was stopped. */
  private boolean readSound(OmDatabase database, SstFile file, ScanWatch watch) throws UnsoundFileException {
    File path = new File(database.directory(), file.name());
    try {
      ScannedFile scan = SstScan.of(path.getPath(), NO_CUTS, watch);
      if (database.isOpen()) {
        rememberSound(database, file.name(), scan);
      }
      return database.isOpen();
    } catch (RocksDBException e) {
      // A file that is gone was compacted meanwhile by RocksDB itself.
      if (path.exists() && database.isOpen()) {
        throw new UnsoundFileException(file, e);
      }
      return database.isOpen();
    } catch (CancellationException e) {
      LOG.debug("{}", e.getMessage());
      return false;
    }
  }

  /** Whether a pass over the file has found every block of it readable and as it was written. */
  public synchronized boolean isSound(OmDatabase database, SstFile file) {
    return database.isSameAs(remembersOf) && sound.contains(file.name());
  }

  /** A file that this process has just written from sound ones: reading it would come from memory and tell nothing. */
  public synchronized void rememberWritten(OmDatabase database, SstFile file) {
    if (database.isSameAs(remembersOf)) {
      sound.add(file.name());
    }
  }

  private static boolean isEnded(ScanWatch watch) {
    return watch.isStopped() || Thread.currentThread().isInterrupted();
  }

  private synchronized byte[][] cutsToScan(SharedFile file) {
    return isToScan(file) ? cuts(file) : null;
  }

  private synchronized int left(Collection<SharedFile> files) {
    return toScan(files);
  }

  private void begin(OmDatabase database) {
    if (!database.isSameAs(remembersOf)) {
      scanned.clear();
      profiles = null;
      sound.clear();
      pieces = 0;
      remembersOf = database;
    }
    Set<String> live = live(database);
    sound.retainAll(live);
    if (scanned.keySet().retainAll(live)) {
      profiles = null;
      pieces = scanned.values().stream().mapToInt(ScannedFile::pieces).sum();
    }
  }

  /** Names of the files that are there. */
  private static Set<String> live(OmDatabase database) {
    String[] names = database.directory().list();
    return names == null ? Collections.emptySet() : new HashSet<>(Arrays.asList(names));
  }

  private int toScan(Collection<SharedFile> files) {
    return (int) files.stream().filter(this::isToScan).count();
  }

  private boolean isToScan(SharedFile file) {
    byte[][] cuts = file.cuts();
    return !isKnown(file.file().name(), cuts) && fits(file.file().name(), cuts);
  }

  private boolean isKnown(String name, byte[][] cuts) {
    ScannedFile known = scanned.get(name);
    return known != null && known.answers(cuts);
  }

  /** Whether there is room to remember a scan with these cuts, in place of an earlier one of the same file. */
  private boolean fits(String name, byte[][] cuts) {
    ScannedFile known = scanned.get(name);
    return pieces - (known == null ? 0 : known.pieces()) + cuts.length < maxPieces;
  }

  private void submit(OmDatabase database, SharedFile file) {
    String name = file.file().name();
    byte[][] cuts = cuts(file);
    queue.ask(name, watch -> isStillUnknown(database, name, cuts) ? scan(database, name, cuts, watch) : null,
        result -> remember(database, name, result));
  }

  /** What was asked for, and what an earlier scan of the file told, as long as there is room for both. */
  private byte[][] cuts(SharedFile file) {
    String name = file.file().name();
    ScannedFile known = scanned.get(name);
    byte[][] all = known == null ? file.cuts() : known.cutsWith(file.cuts());
    return fits(name, all) ? all : file.cuts();
  }

  /** A turn may have scanned the file meanwhile. */
  private synchronized boolean isStillUnknown(OmDatabase database, String name, byte[][] cuts) {
    return database.isSameAs(remembersOf) && !isKnown(name, cuts);
  }

  /** Null if it was stopped. */
  private static ScannedFile scan(OmDatabase database, String name, byte[][] cuts, ScanWatch watch) {
    try {
      ScannedFile file = SstScan.of(new File(database.directory(), name).getPath(), cuts,
          watch.until(() -> !database.isOpen()));
      // A database that is still open now was not replaced before the file was opened: it was its file.
      return database.isOpen() ? file : null;
    } catch (RocksDBException e) {
      LOG.info("SST file {} cannot be scanned; its counts stay estimates: {}", name, e.getMessage());
      return ScannedFile.unreadable(cuts);
    } catch (CancellationException e) {
      LOG.debug("{}", e.getMessage());
      return null;
    }
  }

  private synchronized void rememberSound(OmDatabase database, String name, ScannedFile scan) {
    if (!scanned.containsKey(name)) {
      remember(database, name, scan);
    } else if (database.isSameAs(remembersOf)) {
      sound.add(name);
    }
  }

  /** @param result null for nothing */
  private synchronized void remember(OmDatabase database, String name, ScannedFile result) {
    if (result != null && result.isSound() && database.isSameAs(remembersOf)) {
      sound.add(name);
    }
    if (result != null && database.isSameAs(remembersOf) && fits(name, result.cuts())) {
      ScannedFile before = scanned.put(name, result);
      profiles = null;
      pieces += result.pieces() - (before == null ? 0 : before.pieces());
    }
    notifyAll();
  }

  /** Stops scanning. What is known stays. */
  @Override
  public void close() {
    queue.close();
    synchronized (this) {
      closed = true;
      notifyAll();
    }
  }
}
