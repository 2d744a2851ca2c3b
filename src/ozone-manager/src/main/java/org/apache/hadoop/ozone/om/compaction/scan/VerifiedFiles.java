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

/** The live SST files whose checksums were verified, by a scan or before a compaction. Thread-safe. */
public final class VerifiedFiles {
  private static final Logger LOG = LoggerFactory.getLogger(VerifiedFiles.class);
  private static final byte[][] NO_CUTS = {};

  private final Set<String> names = new HashSet<>();
  private OmDatabase database;

  /**
   * True if every block of the file was read with a correct checksum, or this process wrote the file from such blocks.
   */
  public synchronized boolean contains(OmDatabase of, SstFile file) {
    return of.isSameAs(database) && names.contains(file.name());
  }

  /** Adds a file that was verified, or that this process has just written from verified files. */
  public synchronized void add(OmDatabase of, String name) {
    if (!of.isSameAs(database)) {
      names.clear();
      database = of;
    }
    names.add(name);
  }

  synchronized void retain(Set<String> live) {
    names.retainAll(live);
  }

  /**
   * @param watch asked before each file and often while it is read
   * @return true if all files are sound or gone; false if reading was stopped or the database closed
   * @throws UnsoundFileException at the first file that exists but cannot be read correctly
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

  /** Verifies a file; returns false if reading was stopped, or the database closed. */
  private boolean read(OmDatabase of, SstFile file, ScanWatch watch) throws UnsoundFileException {
    File path = of.file(file.name());
    try {
      SstScan.of(path.getPath(), NO_CUTS, watch);
      if (of.isOpen()) {
        add(of, file.name());
      }
    } catch (RocksDBException e) {
      // If the file is gone, RocksDB has compacted it by itself meanwhile.
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
