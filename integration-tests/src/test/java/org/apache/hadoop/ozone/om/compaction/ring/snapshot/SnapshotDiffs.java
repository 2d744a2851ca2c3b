// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring.snapshot;

import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.protocol.SnapshotDiffReport.DiffReportEntry;
import org.apache.hadoop.ozone.om.OmSnapshotManager;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.ring.TestRing;
import org.apache.hadoop.ozone.om.helpers.SnapshotInfo;
import org.apache.hadoop.ozone.om.snapshot.SnapshotUtils;
import org.apache.hadoop.ozone.om.snapshot.diff.delta.CompositeDeltaDiffComputer;
import org.apache.hadoop.ozone.snapshot.SnapshotDiffReportOzone;
import org.apache.hadoop.ozone.snapshot.SnapshotDiffResponse;
import org.apache.hadoop.ozone.snapshot.SnapshotDiffResponse.JobStatus;
import org.apache.hadoop.ozone.snapshot.SnapshotDiffResponse.SubStatus;

/**
 * Snapshot diffs of one bucket on one OM. Every OM has its own SST files and compaction history; clients see the
 * leader's.
 */
final class SnapshotDiffs {
  private static final int PAGE = 1000;

  private final OzoneManager om;
  private final String bucket;

  SnapshotDiffs(OzoneManager om, String bucket) {
    this.om = om;
    this.bucket = bucket;
  }

  /**
   * The files that a diff reads.
   *
   * @param byCompactions whether they were found by following the compactions from the later snapshot's files back to
   *     the earlier one's; else by comparing all files of both, Ozone's fallback
   */
  record Delta(boolean byCompactions, Set<String> files) {
  }

  /** Waits until this OM has the snapshot on disk, which happens after the client has its answer. */
  void awaitSnapshot(String name) {
    TestRing.await("snapshot " + name).until(() ->
        OmSnapshotManager.isSnapshotFlushedToDB(om.getMetadataManager(), snapshot(name)));
  }

  SnapshotInfo snapshot(String name) throws IOException {
    return SnapshotUtils.getSnapshotInfo(om, TestRing.VOLUME, bucket, name);
  }

  /**
   * Every entry of the report, which this OM computes at the first request for two snapshots and remembers. Without
   * Ozone's native library, which not every test machine can load.
   */
  Set<String> report(String from, String to) throws IOException {
    TestRing.await("diff of " + from + " and " + to).until(() -> page(from, to, "").getJobStatus() == JobStatus.DONE);
    Set<String> entries = new TreeSet<>();
    String token = "";
    do {
      SnapshotDiffReportOzone page = page(from, to, token).getSnapshotDiffReport();
      page.getDiffList().forEach(entry -> entries.add(text(entry)));
      token = page.getToken();
    } while (token != null && !token.isEmpty());
    return entries;
  }

  private SnapshotDiffResponse page(String from, String to, String token) throws IOException {
    return om.getOmSnapshotManager().getSnapshotDiffReport(TestRing.VOLUME, bucket, from, to, token, PAGE, false, true);
  }

  private static String text(DiffReportEntry entry) {
    String source = DFSUtilClient.bytes2String(entry.getSourcePath());
    return entry.getType() + " " + source
        + (entry.getTargetPath() == null ? "" : " > " + DFSUtilClient.bytes2String(entry.getTargetPath()));
  }

  /** The files with the native library, which reads tombstones from SST files: it reads these files and no others. */
  Delta delta(String table, String from, String to) throws IOException {
    Set<SubStatus> ways = EnumSet.noneOf(SubStatus.class);
    try (CompositeDeltaDiffComputer computer = new CompositeDeltaDiffComputer(om.getOmSnapshotManager(),
        om.getMetadataManager(), TestRing.data("delta-links"), ways::add, false, false)) {
      Set<String> files = computer.getDeltaFiles(snapshot(from), snapshot(to), Set.of(table)).stream()
          .map(file -> file.getRight().getFileName()).collect(Collectors.toSet());
      return new Delta(!ways.contains(SubStatus.SST_FILE_DELTA_FULL_DIFF), files);
    }
  }
}
