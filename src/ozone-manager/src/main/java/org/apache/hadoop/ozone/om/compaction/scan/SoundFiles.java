// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

import java.io.File;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.UnsoundFileException;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The SST files whose checksums were verified, be it by a scan that counted them. A file is remembered for as long as
 * it lives in the same database, and not read again before a compaction. Thread-safe.
 */
public final class SoundFiles {
  private static final Logger LOG = LoggerFactory.getLogger(SoundFiles.class);
  private static final byte[][] NO_CUTS = {};

  private final Set<String> names = new HashSet<>();
  private OmDatabase database;

  /** Whether every block of the file was read and was as it was written. */
  public synchronized boolean contains(OmDatabase of, SstFile file) {
    return of.isSameAs(database) && names.contains(file.name());
  }

  /** Adds a file that was read through, or that this process has just written from sound ones. */
  public synchronized void add(OmDatabase of, String name) {
    if (!of.isSameAs(database)) {
      names.clear();
      database = of;
    }
    names.add(name);
  }

  /** Forgets the files that are gone. */
  synchronized void retain(Set<String> live) {
    names.retainAll(live);
  }

  /**
   * Reads files through on the caller's thread, those that were not read before. RocksDB then finds most of them in
   * memory.
   *
   * @param watch asked before each file and all the time while it is read
   * @return whether all files are sound or gone; else reading was stopped, or the database closed
   * @throws UnsoundFileException at the first file that exists and cannot be read as it was written
   */
  public boolean requireAll(OmDatabase of, Collection<SstFile> files, ScanWatch watch) throws UnsoundFileException {
    List<SstFile> unread = files.stream().filter(file -> !contains(of, file)).collect(Collectors.toList());
    if (!unread.isEmpty()) {
      retain(live(of));
    }
    BooleanSupplier ended = () -> watch.isStopped() || Thread.currentThread().isInterrupted() || !of.isOpen();
    for (SstFile file : unread) {
      if (ended.getAsBoolean() || !read(of, file, watch.until(ended))) {
        return false;
      }
    }
    return true;
  }

  /** False if it was stopped, or the database closed. */
  private boolean read(OmDatabase of, SstFile file, ScanWatch watch) throws UnsoundFileException {
    File path = new File(of.directory(), file.name());
    try {
      SstScan.of(path.getPath(), NO_CUTS, watch);
      if (of.isOpen()) {
        add(of, file.name());
      }
    } catch (RocksDBException e) {
      // A file that is gone was compacted meanwhile by RocksDB itself.
      if (path.exists() && of.isOpen()) {
        throw new UnsoundFileException(file, e);
      }
    } catch (CancellationException e) {
      LOG.debug("{}", e.getMessage());
      return false;
    }
    return of.isOpen();
  }

  /** Names of the files in the database's directory. */
  static Set<String> live(OmDatabase database) {
    String[] names = database.directory().list();
    return names == null ? Collections.emptySet() : new HashSet<>(Arrays.asList(names));
  }
}
