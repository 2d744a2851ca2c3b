// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

import com.google.common.base.Ticker;
import com.google.common.cache.Cache;
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
import org.apache.hadoop.ozone.om.compaction.database.ReadFaults;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.FileToScan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfile;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfiles;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exact counts of SST files that several spans share, found by scans and remembered.
 *
 * <p>A file that cannot be scanned keeps the bounds from its metadata. {@link #hasScanned} is true for this file too,
 * as clients poll until it is true for all files. Thread-safe.
 */
public final class ExactCounts implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ExactCounts.class);
  /** Maximum number of pieces of all files to remember, of about 100 bytes each; a file beyond it is not scanned. */
  static final int DEFAULT_MAX_PIECES = 500_000;

  private final int maxPieces;
  private final ScanQueue queue;
  private final VerifiedFiles verifiedFiles = new VerifiedFiles();
  private final CorruptFiles corruptFiles = new CorruptFiles();
  private final Map<String, ScannedFile> scanned = new HashMap<>();
  /** Names of files that could not be read within the last minute. */
  private final Cache<String, Boolean> unread;
  private OmDatabase scannedOf;
  /** Number of pieces into which scans cut their files, summed over all files in {@link #scanned}. */
  private int pieces;
  /** All results. A new object is made when results come or go, so that caches can compare identity. */
  private FileProfiles profiles = FileProfiles.UNKNOWN;
  private volatile boolean closed;

  /** Scans without a limit of the read rate. */
  public ExactCounts() {
    this(DEFAULT_MAX_PIECES, new ScanQueue(Long.MAX_VALUE));
  }

  /** {@code maxPieces} limits memory; {@code queue} scans files for requests. */
  ExactCounts(int maxPieces, ScanQueue queue) {
    this(maxPieces, queue, Ticker.systemTicker());
  }

  ExactCounts(int maxPieces, ScanQueue queue, Ticker ticker) {
    this.maxPieces = maxPieces;
    this.queue = queue;
    this.unread = ReadFaults.unread(ticker);
  }

  /** @param bytesPerSecond average rate of reading for requests; {@link #scanHere} ignores it */
  public static ExactCounts atRate(long bytesPerSecond) {
    return new ExactCounts(DEFAULT_MAX_PIECES, new ScanQueue(bytesPerSecond));
  }

  public VerifiedFiles verifiedFiles() {
    return verifiedFiles;
  }

  public CorruptFiles corruptFiles() {
    return corruptFiles;
  }

  /** The results known now; the same object until results come or go. Never scans, and does not block for long. */
  public synchronized FileProfiles of(OmDatabase database) {
    return database.isSameAs(scannedOf) ? profiles : FileProfiles.UNKNOWN;
  }

  /** True if the file has been scanned, or cannot be scanned now. */
  public synchronized boolean hasScanned(OmDatabase database, FileToScan file) {
    return database.isSameAs(scannedOf) && !isToScan(file);
  }

  /** Queues scans of files, and waits up to {@code timeout} for the results; zero to request only. */
  public synchronized void scan(OmDatabase database, Collection<FileToScan> files, Duration timeout) {
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

  /** Scans on this thread, from the last file to the first: at least one, and begins none after {@code timeout}. */
  public void scanHere(OmDatabase database, Collection<FileToScan> files, Duration timeout, ScanWatch watch) {
    long began = System.nanoTime();
    List<FileToScan> fromTheEnd = new ArrayList<>(files);
    // This thread begins with the last file, and the queue with the first, so hardly any file is scanned twice.
    Collections.reverse(fromTheEnd);
    synchronized (this) {
      begin(database);
    }
    BooleanSupplier ended = () -> closed || watch.isStopped() || Thread.currentThread().isInterrupted();
    boolean anyScanned = false;
    for (FileToScan file : fromTheEnd) {
      if (ended.getAsBoolean() || anyScanned && System.nanoTime() - began >= timeout.toNanos()) {
        break;
      }
      ScannedFile result = read(database, file, watch.until(ended));
      anyScanned |= result != null;
      remember(database, file, result);
    }
  }

  /** Forgets the results of another database, and those of files that are gone. */
  private void begin(OmDatabase database) {
    Set<String> live = VerifiedFiles.live(database);
    verifiedFiles.retain(live);
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

  private boolean isToScan(FileToScan file) {
    String name = file.file().name();
    ScannedFile known = scanned.get(name);
    if (!fits(known, file.leastCuts()) || unread.getIfPresent(name) != null) {
      return false;
    }
    byte[][] cuts = file.cuts();
    return (known == null || !known.answers(cuts)) && fits(known, cuts.length);
  }

  /**
   * True if the result of a scan with this number of cuts has room in memory. The new result replaces the earlier one.
   */
  private boolean fits(ScannedFile earlier, int cuts) {
    return pieces - (earlier == null ? 0 : earlier.pieces()) + cuts < maxPieces;
  }

  /** Returns the keys between which a scan of the file has to count; null if the scan is not needed any more. */
  private synchronized byte[][] cutsToScan(OmDatabase database, FileToScan file) {
    if (!database.isSameAs(scannedOf) || !isToScan(file)) {
      return null;
    }
    ScannedFile known = scanned.get(file.file().name());
    byte[][] all = known == null ? file.cuts() : known.cutsWith(file.cuts());
    return fits(known, all.length) ? all : file.cuts();
  }

  /** Scans a file; null if there is nothing to scan, the file cannot be read now, or the scan was stopped. */
  private ScannedFile read(OmDatabase database, FileToScan file, ScanWatch watch) {
    byte[][] cuts = cutsToScan(database, file);
    if (cuts == null) {
      return null;
    }
    String name = file.file().name();
    try {
      ScannedFile result = SstScan.of(database.file(name).getPath(), cuts,
          watch.until(() -> !database.isOpen()));
      // The result is valid only if the database is still open. A database that replaces it may have another file of
      // the same name.
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

  /** Remembers a result, null if the file was not scanned, and wakes the requests that wait for results. */
  private synchronized void remember(OmDatabase database, FileToScan file, ScannedFile result) {
    String name = file.file().name();
    if (result != null && database.isSameAs(scannedOf)) {
      if (result.isSound()) {
        verifiedFiles.add(database, name);
      }
      if (fits(scanned.get(name), result.pieces() - 1)) {
        scanned.put(name, result);
        changed();
      }
    }
    notifyAll();
  }

  /** Stops scanning. Results that are known stay available. */
  @Override
  public void close() {
    queue.close();
    synchronized (this) {
      closed = true;
      notifyAll();
    }
  }
}
