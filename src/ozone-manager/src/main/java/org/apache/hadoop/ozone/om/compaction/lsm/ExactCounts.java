// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.lsm;

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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.ozone.om.compaction.planner.FileProfile;
import org.apache.hadoop.ozone.om.compaction.planner.FileProfiles;
import org.apache.hadoop.ozone.om.compaction.planner.SharedFile;
import org.apache.hadoop.ozone.om.compaction.planner.SstFile;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What reading SST files through has told: exact counts of those that hold keys of several spans, and which are sound.
 * Whoever only reads has files scanned one at a time on a thread of their own; a turn scans on its own thread, as it
 * would queue behind every reader there. What was scanned is remembered for as long as the file lives: counts up to a
 * bound of pieces, that it is sound in any case. Files beyond the bound, files that cannot be read and files that do
 * not tell are not asked for again and keep their intervals, so polling always ends.
 *
 * <p>A scanned file needs no pinning: the scan opens it by itself, and an open file outlives its deletion.
 */
public final class ExactCounts implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ExactCounts.class);
  private static final int QUEUE = 20_000;
  private static final long IDLE_SECONDS = 60;
  /** About 100 bytes each: two counts, and a key that is often shared. */
  static final int DEFAULT_MAX_PIECES = 500_000;
  private static final byte[][] NO_CUTS = {};

  private final int maxPieces;
  private final ExecutorService scanner;
  private final Map<String, ScannedFile> scanned = new HashMap<>();
  private final Set<String> sound = new HashSet<>();
  private final Set<String> pending = new HashSet<>();
  private OmDatabase remembersOf;
  private int pieces;
  private volatile boolean closed;

  public ExactCounts() {
    this(DEFAULT_MAX_PIECES);
  }

  /** @param maxPieces pieces of files to remember, a bound of memory */
  ExactCounts(int maxPieces) {
    this(maxPieces, oneThread());
  }

  /** @param scanner of what readers ask for; refuses what it has no room for */
  ExactCounts(int maxPieces, ExecutorService scanner) {
    this.maxPieces = maxPieces;
    this.scanner = scanner;
  }

  private static ExecutorService oneThread() {
    ThreadPoolExecutor scanner = new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(QUEUE), work -> {
          Thread thread = new Thread(work, "RangeCompaction-SstScan");
          thread.setDaemon(true);
          return thread;
        });
    scanner.allowCoreThreadTimeOut(true);
    return scanner;
  }

  /** What is known now of the files of a database. Never scans, never blocks for long. */
  public synchronized FileProfiles of(OmDatabase database) {
    if (!database.isSameAs(remembersOf) || scanned.isEmpty()) {
      return FileProfiles.UNKNOWN;
    }
    Map<String, FileProfile> known = new HashMap<>();
    scanned.forEach((name, file) -> known.put(name, file.profile()));
    return file -> known.get(file.name());
  }

  /** Whether another scan of the file with these cuts would tell no more, or cannot be remembered. */
  synchronized boolean hasScanned(OmDatabase database, SharedFile file) {
    return database.isSameAs(remembersOf) && !isToScan(file);
  }

  /**
   * Has files scanned, after those that were asked for before, and waits for it.
   *
   * @param patience the longest wait; zero to only ask
   * @return how many of the files are still to be scanned
   */
  public synchronized int scan(OmDatabase database, Collection<SharedFile> files, Duration patience) {
    begin(database);
    for (SharedFile file : files) {
      if (isToScan(file)) {
        submit(database, file);
      }
    }
    long deadline = System.nanoTime() + patience.toNanos();
    int left = toScan(files);
    try {
      for (long rest = patience.toNanos(); left > 0 && rest > 0 && !closed; rest = deadline - System.nanoTime()) {
        TimeUnit.NANOSECONDS.timedWait(this, rest);
        left = toScan(files);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return left;
  }

  /**
   * Scans files on the caller's thread, from the last to the first: who asked for the same ones is served from the
   * first, so both together read hardly any file twice.
   *
   * @param patience how long to begin with another file; one is scanned in any case
   * @param watch    asked before each file and all the time while it is read
   * @return how many of the files are still to be scanned
   */
  public int scanHere(OmDatabase database, Collection<SharedFile> files, Duration patience, ScanWatch watch) {
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
        remember(database, name, scan(database, name, cuts, ended));
        watch.hasRead(file.file().sizeBytes());
        if (System.nanoTime() - began >= patience.toNanos()) {
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
        if (ended.getAsBoolean() || !readSound(database, file, ended)) {
          return false;
        }
        watch.hasRead(file.sizeBytes());
      }
    }
    return true;
  }

  /** False if it was stopped. */
  private boolean readSound(OmDatabase database, SstFile file, BooleanSupplier ended) throws UnsoundFileException {
    File path = new File(database.directory(), file.name());
    try {
      ScannedFile scan = SstScan.of(path.getPath(), NO_CUTS, ended);
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
      sound.clear();
      pieces = 0;
      remembersOf = database;
    }
    Set<String> live = live(database);
    sound.retainAll(live);
    if (scanned.keySet().retainAll(live)) {
      pieces = scanned.values().stream().mapToInt(ScannedFile::pieces).sum();
    }
  }

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
    if (pending.add(name)) {
      try {
        scanner.execute(() -> scanQueued(database, name, cuts));
      } catch (RejectedExecutionException e) {
        // Too many at once: the next poll asks again.
        pending.remove(name);
      }
    }
  }

  /** What was asked for, and what an earlier scan of the file told, as long as there is room for both. */
  private byte[][] cuts(SharedFile file) {
    String name = file.file().name();
    ScannedFile known = scanned.get(name);
    byte[][] all = known == null ? file.cuts() : known.cutsWith(file.cuts());
    return fits(name, all) ? all : file.cuts();
  }

  private void scanQueued(OmDatabase database, String name, byte[][] cuts) {
    ScannedFile result = null;
    try {
      result = isStillUnknown(database, name, cuts) ? scan(database, name, cuts, () -> closed) : null;
    } finally {
      finished(database, name, result);
    }
  }

  /** A turn may have scanned the file meanwhile. */
  private synchronized boolean isStillUnknown(OmDatabase database, String name, byte[][] cuts) {
    return database.isSameAs(remembersOf) && !isKnown(name, cuts);
  }

  /** Null if it was stopped. */
  private static ScannedFile scan(OmDatabase database, String name, byte[][] cuts, BooleanSupplier stopped) {
    try {
      ScannedFile file = SstScan.of(new File(database.directory(), name).getPath(), cuts,
          () -> stopped.getAsBoolean() || !database.isOpen());
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

  private synchronized void finished(OmDatabase database, String name, ScannedFile result) {
    pending.remove(name);
    remember(database, name, result);
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
      pieces += result.pieces() - (before == null ? 0 : before.pieces());
    }
    notifyAll();
  }

  /** Stops scanning. What is known stays. */
  @Override
  public void close() {
    closed = true;
    scanner.shutdownNow();
    synchronized (this) {
      pending.clear();
      notifyAll();
    }
  }
}
