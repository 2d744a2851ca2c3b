// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ticker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.ozone.om.compaction.bucket.Buckets;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.FileToScan;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExactCountsTest {
  private static final String TABLE = "keyTable";
  private static final Duration PATIENT = Duration.ofMinutes(1);

  @TempDir
  private Path directory;
  private OmDatabaseFixture om;
  private LsmReader reader;
  private ExactCounts exact = new ExactCounts();

  @BeforeEach
  void twoSharedFilesInThreeBuckets() throws Exception {
    om = new OmDatabaseFixture(directory);
    reader = new LsmReader(om::metadata);
    om.volume("v");
    om.holdStill(TABLE);
    for (int b = 1; b <= 3; b++) {
      om.bucket("v", "b" + b, BucketLayout.OBJECT_STORE);
    }
    for (int file = 0; file < 2; file++) {
      for (int b = 1; b <= 3; b++) {
        om.put(TABLE, "/v/b" + b + "/live" + file);
        for (int k = 0; k < 10 * b; k++) {
          om.delete(TABLE, "/v/b" + b + "/gone" + file + "-" + k);
        }
      }
      om.flush(TABLE);
    }
  }

  @AfterEach
  void close() throws Exception {
    exact.close();
    om.close();
  }

  @Test
  void nothingIsKnownBeforeAScan() throws Exception {
    assertThat(tombstones()).containsExactly("0 to 120", "0 to 120", "0 to 120");
  }

  @Test
  void aScanMakesCountsExactAndIsRemembered() throws Exception {
    assertThat(scan(PATIENT)).isZero();
    assertThat(tombstones()).containsExactly("20", "40", "60");

    for (FileToScan file : statistics().sharedFiles()) {
      Files.setLastModifiedTime(path(file), FileTime.fromMillis(0));
      Files.write(path(file), new byte[1]);
    }
    assertThat(scan(PATIENT)).as("answered from memory, the files are not read again").isZero();
    assertThat(tombstones()).containsExactly("20", "40", "60");
  }

  @Test
  void whoDoesNotWaitFindsTheCountsLater() throws Exception {
    scan(Duration.ZERO);
    Awaitility.await().atMost(PATIENT).until(() -> scan(Duration.ZERO) == 0);
    assertThat(tombstones()).containsExactly("20", "40", "60");
  }

  @Test
  void aNewBucketWhereAScanFoundNothingHoldsNothing() throws Exception {
    scan(PATIENT);
    om.bucket("v", "b2-new", BucketLayout.OBJECT_STORE);

    assertThat(tombstones()).containsExactly("20", "0", "40", "60");
    assertThat(scan(PATIENT)).isZero();
    assertThat(tombstones()).containsExactly("20", "0", "40", "60");
  }

  @Test
  void aDeletedBucketNeedsNone() throws Exception {
    scan(PATIENT);
    om.forgetBucket("v", "b2");

    assertThat(scan(Duration.ZERO)).isZero();
    assertThat(tombstones()).containsExactly("20", "40", "60");
  }

  @Test
  void filesBeyondTheBoundOfMemoryKeepTheirIntervals() throws Exception {
    exact.close();
    exact = new ExactCounts(8, new ScanQueue(Long.MAX_VALUE));

    assertThat(scan(PATIENT)).as("polling ends").isZero();
    assertThat(tombstones()).allMatch(count -> count.contains(" to "));
  }

  @Test
  void aFileThatCannotBeReadKeepsItsIntervals() throws Exception {
    List<FileToScan> files = statistics().sharedFiles();
    Files.write(path(files.get(0)), new byte[1]);

    assertThat(scan(PATIENT)).as("polling ends").isZero();
    assertThat(tombstones()).allMatch(count -> count.contains(" to "));
  }

  @Test
  void aFileThatCannotBeReadNowIsScannedAgainAfterAMinute() throws Exception {
    AtomicLong nanos = new AtomicLong();
    exact.close();
    exact = new ExactCounts(ExactCounts.DEFAULT_MAX_PIECES, new ScanQueue(Long.MAX_VALUE), new Ticker() {
      @Override
      public long read() {
        return nanos.get();
      }
    });
    Path file = path(statistics().sharedFiles().get(0));
    Path elsewhere = Files.move(file, file.resolveSibling("elsewhere"));
    Files.createDirectory(file);
    assertThat(scan(PATIENT)).as("polling ends").isZero();
    Files.delete(file);
    Files.move(elsewhere, file);

    assertThat(scan(PATIENT)).as("within the minute").isZero();
    assertThat(tombstones()).anyMatch(count -> count.contains(" to "));
    assertThat(exact.corruptFiles().sentences(reader.database())).isEmpty();
    nanos.addAndGet(Duration.ofSeconds(61).toNanos());
    scan(PATIENT);
    assertThat(tombstones()).containsExactly("20", "40", "60");
  }

  @Test
  void filesThatAreGoneAreForgotten() throws Exception {
    scan(PATIENT);
    List<FileToScan> before = statistics().sharedFiles();
    OmDatabase database = reader.database();
    om.compact(TABLE);
    Awaitility.await().atMost(PATIENT).until(() -> before.stream().noneMatch(file -> Files.exists(path(file))));
    scan(Duration.ZERO);

    for (FileToScan file : before) {
      assertThat(exact.of(database).of(file.file())).isNull();
    }
  }

  @Test
  void anotherDatabasesFilesOfTheSameNamesAreUnknown() throws Exception {
    scan(PATIENT);
    List<FileToScan> before = statistics().sharedFiles();
    om.reopen(-1);

    for (FileToScan file : before) {
      assertThat(exact.of(reader.database()).of(file.file())).isNull();
    }
  }

  @Test
  void whoScansByItselfNeedNotQueueBehindOthers() throws Exception {
    queueBehindOthers();

    assertThat(scan(Duration.ZERO)).isEqualTo(2);
    assertThat(scanHere(PATIENT, () -> false)).isZero();
    assertThat(tombstones()).containsExactly("20", "40", "60");
    assertThat(scan(PATIENT)).as("a reader that waits in the queue has its answer too").isZero();
  }

  @Test
  void theQueueLeavesOutWhatWasScannedMeanwhile() throws Exception {
    BusyScans others = queueBehindOthers();
    scan(Duration.ZERO);
    scanHere(PATIENT, () -> false);
    for (FileToScan file : statistics().sharedFiles()) {
      Files.write(path(file), new byte[1]);
    }
    others.end();

    assertThat(tombstones()).containsExactly("20", "40", "60");
  }

  @Test
  void whoScansByItselfComesAFileFurtherWithoutAnyPatience() throws Exception {
    assertThat(scanHere(Duration.ZERO, () -> false)).isEqualTo(1);
    assertThat(scanHere(Duration.ZERO, () -> false)).isZero();
  }

  @Test
  void whoScansByItselfStopsWhenToldOrInterrupted() throws Exception {
    assertThat(scanHere(PATIENT, () -> true)).isEqualTo(2);
    AtomicInteger asked = new AtomicInteger();
    assertThat(scanHere(PATIENT, () -> asked.incrementAndGet() > 2)).as("within a file").isEqualTo(2);
    Thread.currentThread().interrupt();
    assertThat(scanHere(PATIENT, () -> false)).isEqualTo(2);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(tombstones()).allMatch(count -> count.contains(" to "));
  }

  @Test
  void closingEndsTheWait() throws Exception {
    exact.close();

    assertThat(scan(PATIENT)).isEqualTo(2);
    assertThat(tombstones()).allMatch(count -> count.contains(" to "));
  }

  private Path path(FileToScan file) {
    return directory.resolve("om.db").resolve(file.file().name());
  }

  private BusyScans queueBehindOthers() {
    exact.close();
    BusyScans others = new BusyScans();
    exact = others.counts();
    return others;
  }

  @Test
  void scannedFileIsKnownToBeSound() throws Exception {
    List<SstFile> files = reader.read().table(TABLE).files();
    scanHere(Duration.ZERO, () -> false);
    CountedReads reads = new CountedReads();

    assertThat(exact.verifiedFiles().requireAll(reader.database(), files, reads)).isTrue();
    assertThat(reads.bytes()).as("one file was scanned before").isEqualTo(files.get(0).sizeBytes());
  }

  @Test
  void damagedFileIsScannedOnceAndIsNotSound() throws Exception {
    om.corrupt(TABLE);

    assertThat(scan(PATIENT)).isZero();
    for (SstFile file : reader.read().table(TABLE).files()) {
      assertThat(exact.verifiedFiles().contains(reader.database(), file)).isFalse();
      assertThat(exact.corruptFiles().sentences(reader.database()))
          .anyMatch(sentence -> sentence.startsWith("SST file " + file.name() + " of keyTable is corrupt ("));
    }
  }

  private long scanHere(Duration timeout, BooleanSupplier stopped) throws Exception {
    List<FileToScan> files = statistics().sharedFiles();
    exact.scanHere(reader.database(), files, timeout, new CountedReads(stopped));
    return toScan(files);
  }

  private long scan(Duration timeout) throws Exception {
    List<FileToScan> files = statistics().sharedFiles();
    exact.scan(reader.database(), files, timeout);
    return toScan(files);
  }

  private long toScan(List<FileToScan> files) throws Exception {
    OmDatabase database = reader.database();
    return files.stream().filter(file -> !exact.hasScanned(database, file)).count();
  }

  private TableStatistics statistics() throws Exception {
    return TableStatistics.take(reader.read().table(TABLE), Buckets.read(om.metadata()).slots(TABLE),
        exact.of(reader.database()));
  }

  private List<String> tombstones() throws Exception {
    List<String> counts = new ArrayList<>();
    for (SpanStatistics span : statistics().spans()) {
      counts.add(span.tombstones().toString());
    }
    return counts;
  }
}
