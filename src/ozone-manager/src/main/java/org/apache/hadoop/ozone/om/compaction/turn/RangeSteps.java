// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseFaultException;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.database.LsmSnapshot;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.UnsoundFileException;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.price.FileStep;
import org.apache.hadoop.ozone.om.compaction.planner.price.FileSteps;
import org.apache.hadoop.ozone.om.compaction.planner.price.Levels;
import org.apache.hadoop.ozone.om.compaction.planner.price.TreeFile;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.apache.hadoop.ozone.om.compaction.scan.TombstoneSearch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compacts a range file by file, until no file that existed at the beginning has a tombstone of the range. Each step is
 * determined from a fresh tree.
 */
final class RangeSteps {
  private static final Logger LOG = LoggerFactory.getLogger(RangeSteps.class);
  /** Retries of reading one file, about a second apart, so that they outlast a stall of the disk. */
  private static final int MAX_TRIES = 10;

  private final LsmReader reader;
  private final ExactCounts exactCounts;
  private final TurnAttempt attempt;
  private final long maxBytes;

  /** @param maxBytes a step that reads more bytes than this is shown in the turn's figures while it runs */
  RangeSteps(LsmReader reader, ExactCounts exactCounts, TurnAttempt attempt, long maxBytes) {
    this.reader = reader;
    this.exactCounts = exactCounts;
    this.attempt = attempt;
    this.maxBytes = maxBytes;
  }

  /**
   * @param span all keys of the range's target; a file that a step wrote is compacted again if it has tombstones of
   *     these keys
   * @return what the steps removed, and which files were skipped
   * @throws DatabaseUnavailableException if the database was closed or replaced meanwhile
   */
  RangeResult takeAll(String table, KeyRange range, KeyRange span)
      throws DatabaseUnavailableException, TurnEndedException, InterruptedException {
    return new OneRange(table, range, span).takeAll();
  }

  /** A step, the tree that it was found in, and the keys for which compactRange carries it out. */
  private static final class Prepared {
    private final LsmTable tree;
    private final FileStep step;
    private final NarrowRange range;

    Prepared(LsmTable tree, FileStep step, NarrowRange range) {
      this.tree = tree;
      this.step = step;
      this.range = range;
    }
  }

  private final class OneRange {
    private final String table;
    private final KeyRange range;
    private final OmDatabase database;
    private final KeyRange span;
    private final TombstoneSearch inRange;
    private final TombstoneSearch inSpan;
    /** Files that existed when the range began. Later files get no step, unless steps of this range wrote them. */
    private final Set<String> old;
    /** Files that steps of the range wrote, except by a rewrite in place that removed no tombstone. */
    private final Set<String> written = new HashSet<>();
    /** Level and name of each file that was tried: a file that is moved to another level is tried there again. */
    private final Set<String> tried = new HashSet<>();
    /** For each file, by its name, how often verifying it has failed. */
    private final Map<String, Integer> failedReads = new HashMap<>();
    private final RangeResult result = new RangeResult();

    OneRange(String table, KeyRange range, KeyRange span) throws DatabaseUnavailableException {
      this.table = table;
      this.range = range;
      this.span = span;
      LsmSnapshot before = reader.read(Collections.singletonList(table), exactCounts.corruptFiles());
      this.database = before.database();
      this.inRange = new TombstoneSearch(database, range, attempt);
      this.inSpan = new TombstoneSearch(database, span, attempt);
      this.old = before.table(table).files().stream().map(SstFile::name)
          .collect(Collectors.toCollection(HashSet::new));
    }

    RangeResult takeAll() throws DatabaseUnavailableException, TurnEndedException, InterruptedException {
      for (Prepared next = prepare(); next != null; next = prepare()) {
        take(next);
      }
      return result;
    }

    /** Null if there is no further file to compact, or the step would exceed the write budget. */
    private Prepared prepare() throws DatabaseUnavailableException, TurnEndedException, InterruptedException {
      while (!result.isBeyondTotal()) {
        LsmTable tree = readTree();
        FileSteps order = new FileSteps(levels(tree));
        FileStep step = order.next(range.hull(span), this::isWanted);
        order.corrupt().forEach(file -> result.leftCorrupt(file.corruption()));
        if (step == null) {
          return null;
        }
        // Files without a key that selects them follow each other without a step, and so without a wait.
        attempt.requireWanted();
        if (attempt.awaitedRecord()) {
          continue;
        }
        Prepared prepared = nameKeys(tree, step);
        if (prepared != null && isReady(prepared)) {
          return prepared;
        }
      }
      return null;
    }

    private Levels levels(LsmTable tree) {
      return new Levels(tree, exactCounts.of(database));
    }

    private LsmTable readTree() throws DatabaseUnavailableException {
      LsmSnapshot snapshot = reader.read(Collections.singletonList(table), exactCounts.corruptFiles());
      if (!snapshot.database().isSameAs(database)) {
        throw new DatabaseUnavailableException(null);
      }
      return snapshot.table(table);
    }

    private boolean isWanted(TreeFile file) {
      String name = file.live().name();
      if (tried.contains(key(file.live()))) {
        return false;
      }
      if (written.contains(name)) {
        return inSpan.mayFindIn(file.live());
      }
      return old.contains(name) && file.mayHoldTombstones(range)
          && (file.isScanned() || inRange.mayFindIn(file.live()));
    }

    private String key(SstFile file) {
      return file.level() + "/" + file.name();
    }

    /**
     * Finds the keys to pass to compactRange for the step, and has files verified that are read for that. Returns null
     * if the step is not possible now; leaves out its files if it will not be later either.
     */
    private Prepared nameKeys(LsmTable tree, FileStep step)
        throws DatabaseUnavailableException, TurnEndedException, InterruptedException {
      try (NarrowRangeSearch search = new NarrowRangeSearch(database, tree)) {
        Optional<NarrowRange> found = search.find(step, range);
        if (found.isPresent()) {
          NarrowRange narrow = found.get();
          FileStep named = new FileSteps(levels(tree)).ofKeys(narrow.level(), narrow.deepest(), narrow.keys());
          if (named.corruptInput() != null) {
            leave(step);
            result.leftCorrupt(named.corruptInput().corruption());
            return null;
          }
          List<SstFile> busy = named.liveInputs().stream().filter(SstFile::isBeingCompacted)
              .collect(Collectors.toList());
          if (!busy.isEmpty()) {
            leave(step);
            result.busy(busy);
            return null;
          }
          if (!named.files().stream().allMatch(file -> tried.contains(key(file.live())))) {
            return new Prepared(tree, named, narrow);
          }
        }
        List<SstFile> unread = notVerified(search.unread());
        if (!unread.isEmpty()) {
          verify(step, unread);
          return null;
        }
        leave(step);
        List<String> files = step.firstFiles().stream().map(file -> file.live().name()).collect(Collectors.toList());
        if (search.foundInMemory()) {
          result.leftInMemory(files);
        } else {
          result.leftUnderNewer(files);
        }
        return null;
      }
    }

    private void leave(FileStep step) {
      step.firstFiles().forEach(file -> tried.add(key(file.live())));
    }

    /** False if the step would exceed the write budget, or if the turn had to wait and the tree may be outdated. */
    private boolean isReady(Prepared prepared)
        throws DatabaseUnavailableException, TurnEndedException, InterruptedException {
      long most = prepared.step.price().mostWriteBytes();
      if (most > attempt.bytesLeft()) {
        result.beyondTotal(most);
        return false;
      }
      boolean waited = attempt.pass(most);
      List<SstFile> unread = notVerified(prepared.step.possibleInputs());
      verify(prepared.step, unread);
      return !waited && unread.isEmpty() && !prepared.range.mayBeInMemory(database, table);
    }

    private List<SstFile> notVerified(Collection<SstFile> files) {
      return files.stream().filter(file -> file.corruption() == null
          && !exactCounts.verifiedFiles().contains(database, file)).collect(Collectors.toList());
    }

    /** Verifies each file once, as RocksDB 7.7.3 refuses all writes after a compaction has met a corrupt block. */
    private void verify(FileStep step, Collection<SstFile> files)
        throws DatabaseUnavailableException, TurnEndedException, InterruptedException {
      boolean sound;
      try {
        sound = exactCounts.verifiedFiles().requireAll(database, files, attempt);
      } catch (UnsoundFileException e) {
        if (exactCounts.corruptFiles().note(database, table, e.file().name(), e.failure())) {
          result.foundCorrupt();
        } else {
          tryAgain(step, e.file(), e.failure().getMessage());
        }
        return;
      }
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while reading files of " + table);
      }
      if (!sound) {
        attempt.pass(0);
        throw new DatabaseUnavailableException(null);
      }
      for (SstFile file : files) {
        // RocksDB may have compacted and deleted the file meanwhile; then the next tree does not contain it.
        if (isGone(file)) {
          tryAgain(step, file, "no such file");
          return;
        }
      }
    }

    private boolean isGone(SstFile file) {
      return !exactCounts.verifiedFiles().contains(database, file)
          && !database.file(file.name()).exists();
    }

    /** Pauses from the file's second failure on; skips the step's files after more than {@link #MAX_TRIES}. */
    private void tryAgain(FileStep step, SstFile file, String why) throws TurnEndedException, InterruptedException {
      String sentence = "SST file " + file.name() + " of " + table + " cannot be read now (" + why + ")";
      int tries = failedReads.merge(file.name(), 1, Integer::sum);
      if (tries > MAX_TRIES) {
        leave(step);
        result.leftUnread(sentence);
      } else if (tries > 1) {
        attempt.hold(new TurnWait(WaitReason.WAIT_DATABASE, sentence + "; it is tried again"));
      }
    }

    private void take(Prepared prepared) throws DatabaseUnavailableException, TurnEndedException {
      FileStep step = prepared.step;
      long reads = step.price().readBytes();
      if (reads > maxBytes) {
        attempt.tally().largeStep(reads);
        attempt.publish();
      }
      long began = attempt.clock().elapsedMillis();
      Traffic counted = new RangeCompactor(database).compact(table, prepared.range.keys(), RangeCompactor.lowest(step));
      LsmTable after;
      try {
        after = readTree();
      } catch (DatabaseUnavailableException | DatabaseFaultException e) {
        count(CompactedStep.unseen(step, counted), counted, began);
        attempt.publish();
        throw e;
      }
      CompactedStep done = CompactedStep.of(step, prepared.tree, after, counted);
      count(done, counted, began);
      result.compacted(done);
      LOG.debug("{} of {}: {}; read {} of {} predicted bytes, wrote {} of at most {}", prepared.range, table, step,
          done.readBytes(), reads, done.writtenBytes(), step.price().mostWriteBytes());
      boolean mayGo = done.tombstonesRemoved() > 0 || !step.isRewrite();
      done.written().forEach(file -> {
        if (mayGo) {
          written.add(file.name());
        }
        exactCounts.verifiedFiles().add(database, file.name());
      });
      step.files().forEach(file -> tried.add(key(file.live())));
      attempt.publish();
    }

    private void count(CompactedStep done, Traffic counted, long began) {
      attempt.tally().compacted(done, counted.flushedBytes());
      attempt.wrote(done.writtenBytes() + counted.flushedBytes(), began);
    }
  }
}
