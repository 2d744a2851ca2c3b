// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

import com.google.common.base.Ticker;
import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import java.io.File;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.ozone.om.compaction.database.CorruptFiles;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SharedFile;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfile;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfiles;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exact counts of SST files that hold keys of several spans, found by scans. A reader has files scanned in the
 * background, see {@link ScanQueue}; a turn scans on its own thread, as it would wait behind every reader there. What
 * a scan told is remembered by the file's name for as long as the file lives, up to a bound of pieces. Files beyond the
 * bound, corrupt files and files that do not tell are not scanned again and keep their intervals, and neither is, for a
 * minute, a file that could not be read; so polling always ends. Thread-safe; no file is read with the lock held.
 *
 * <p>A scanned file needs no pinning: the scan opens it by itself, and an open file outlives its deletion.
 */
public final class ExactCounts implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ExactCounts.class);
  /** About 100 bytes each: two counts, and a key that is often shared. */
  static final int DEFAULT_MAX_PIECES = 500_000;

  private final int maxPieces;
  private final ScanQueue queue;
  private final SoundFiles soundFiles = new SoundFiles();
  private final CorruptFiles corruptFiles = new CorruptFiles();
  /** By file name. */
  private final Map<String, ScannedFile> scanned = new HashMap<>();
  /** Names of files that could not be read within the last minute. */
  private final Cache<String, Boolean> unread;
  private OmDatabase scannedOf;
  /** The sum over the scanned files. */
  private int pieces;
  /** The same object until more is known: caches compare it. */
  private FileProfiles profiles = FileProfiles.UNKNOWN;
  private volatile boolean closed;

  /** Scans as fast as files can be read. */
  public ExactCounts() {
    this(DEFAULT_MAX_PIECES, new ScanQueue(Long.MAX_VALUE));
  }

  /**
   * @param maxPieces pieces of files to remember, a bound of memory
   * @param queue     for readers
   */
  ExactCounts(int maxPieces, ScanQueue queue) {
    this(maxPieces, queue, Ticker.systemTicker());
  }

  ExactCounts(int maxPieces, ScanQueue queue, Ticker ticker) {
    this.maxPieces = maxPieces;
    this.queue = queue;
    this.unread = CacheBuilder.newBuilder().ticker(ticker).expireAfterWrite(Duration.ofMinutes(1)).build();
  }

  /** @param bytesPerSecond read for readers, on average; {@link #scanHere} is not held to it */
  public static ExactCounts atRate(long bytesPerSecond) {
    return new ExactCounts(DEFAULT_MAX_PIECES, new ScanQueue(bytesPerSecond));
  }

  /** The files that are known to be sound, those that were scanned among them. */
  public SoundFiles soundFiles() {
    return soundFiles;
  }

  /** The files that are known to be corrupt, whoever has read them. */
  public CorruptFiles corruptFiles() {
    return corruptFiles;
  }

  /** The counts that are known now: the same object until there are more. Never scans, nor blocks for long. */
  public synchronized FileProfiles of(OmDatabase database) {
    return database.isSameAs(scannedOf) ? profiles : FileProfiles.UNKNOWN;
  }

  /** Whether another scan of the file would tell no more, or there is no room to remember it. */
  public synchronized boolean hasScanned(OmDatabase database, SharedFile file) {
    return database.isSameAs(scannedOf) && !isToScan(file);
  }

  /**
   * Has files scanned, after those that were asked for before, and waits for it.
   *
   * @param timeout the longest wait; zero to only ask
   */
  public synchronized void scan(OmDatabase database, Collection<SharedFile> files, Duration timeout) {
    begin(database);
    files.stream().filter(this::isToScan).forEach(file -> queue.ask(file.file().name(),
        watch -> read(database, file, watch), result -> remember(database, file, result)));
    long deadline = System.nanoTime() + timeout.toNanos();
    try {
      long rest = timeout.toNanos();
      while (rest > 0 && !closed && files.stream().anyMatch(this::isToScan)) {
        TimeUnit.NANOSECONDS.timedWait(this, rest);
        rest = deadline - System.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Scans files on the caller's thread, from the last to the first: readers of the same files are served from the
   * first, so that hardly any is read twice.
   *
   * @param timeout how long to begin with another file; one is scanned in any case
   * @param watch   asked before each file and all the time while it is read
   */
  public void scanHere(OmDatabase database, Collection<SharedFile> files, Duration timeout, ScanWatch watch) {
    long began = System.nanoTime();
    List<SharedFile> fromTheEnd = new ArrayList<>(files);
    Collections.reverse(fromTheEnd);
    synchronized (this) {
      begin(database);
    }
    BooleanSupplier ended = () -> closed || watch.isStopped() || Thread.currentThread().isInterrupted();
    boolean anyScanned = false;
    for (SharedFile file : fromTheEnd) {
      if (ended.getAsBoolean() || anyScanned && System.nanoTime() - began >= timeout.toNanos()) {
        break;
      }
      ScannedFile result = read(database, file, watch.until(ended));
      anyScanned |= result != null;
      remember(database, file, result);
    }
  }

  /** Forgets the files of another database, and those that are gone. */
  private void begin(OmDatabase database) {
    Set<String> live = SoundFiles.live(database);
    soundFiles.retain(live);
    boolean forgets = !database.isSameAs(scannedOf);
    if (forgets) {
      scanned.clear();
      unread.invalidateAll();
      scannedOf = database;
    }
    if (scanned.keySet().retainAll(live) || forgets) {
      changed();
    }
  }

  private void changed() {
    pieces = scanned.values().stream().mapToInt(ScannedFile::pieces).sum();
    Map<String, FileProfile> known = new HashMap<>();
    scanned.forEach((name, file) -> known.put(name, file.profile()));
    profiles = scanned.isEmpty() ? FileProfiles.UNKNOWN : file -> known.get(file.name());
  }

  private boolean isToScan(SharedFile file) {
    String name = file.file().name();
    ScannedFile known = scanned.get(name);
    if (!fits(known, file.leastCuts()) || unread.getIfPresent(name) != null) {
      return false;
    }
    byte[][] cuts = file.cuts();
    return (known == null || !known.answers(cuts)) && fits(known, cuts.length);
  }

  /** Whether there is room to remember a scan with so many cuts, in place of an earlier one of the same file. */
  private boolean fits(ScannedFile earlier, int cuts) {
    return pieces - (earlier == null ? 0 : earlier.pieces()) + cuts < maxPieces;
  }

  /** Null if the file need not be scanned any more, as another thread has done so, or the database was swapped. */
  private synchronized byte[][] cutsToScan(OmDatabase database, SharedFile file) {
    if (!database.isSameAs(scannedOf) || !isToScan(file)) {
      return null;
    }
    ScannedFile known = scanned.get(file.file().name());
    byte[][] all = known == null ? file.cuts() : known.cutsWith(file.cuts());
    return fits(known, all.length) ? all : file.cuts();
  }

  /** Null if there is nothing to scan, or the scan was stopped. */
  private ScannedFile read(OmDatabase database, SharedFile file, ScanWatch watch) {
    byte[][] cuts = cutsToScan(database, file);
    if (cuts == null) {
      return null;
    }
    String name = file.file().name();
    try {
      ScannedFile result = SstScan.of(new File(database.directory(), name).getPath(), cuts,
          watch.until(() -> !database.isOpen()));
      // A database that is still open now was not replaced before the file was opened: it was its file.
      return database.isOpen() ? result : null;
    } catch (RocksDBException e) {
      LOG.info("SST file {} cannot be scanned; its counts stay estimates: {}", name, e.getMessage());
      database.noteFault(e);
      if (corruptFiles.note(database, file.table(), name, e)) {
        return ScannedFile.unreadable(cuts);
      }
      unread.put(name, true);
      return null;
    } catch (CancellationException e) {
      LOG.debug("{}", e.getMessage());
      return null;
    }
  }

  /** @param result null for nothing */
  private synchronized void remember(OmDatabase database, SharedFile file, ScannedFile result) {
    String name = file.file().name();
    if (result != null && database.isSameAs(scannedOf)) {
      if (result.isSound()) {
        soundFiles.add(database, name);
      }
      if (fits(scanned.get(name), result.pieces() - 1)) {
        scanned.put(name, result);
        changed();
      }
    }
    notifyAll();
  }

  /** Stops scanning. The counts that are known stay. */
  @Override
  public void close() {
    queue.close();
    synchronized (this) {
      closed = true;
      notifyAll();
    }
  }
}
