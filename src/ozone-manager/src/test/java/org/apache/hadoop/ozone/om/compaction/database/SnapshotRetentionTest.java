// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.hdds.utils.db.RDBStore;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.apache.hadoop.ozone.om.helpers.SnapshotInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotRetentionTest {
  @TempDir
  private Path directory;
  private OmDatabaseFixture om;

  @BeforeEach
  void oneFileInATrackedAndOneInAnUntrackedTable() throws Exception {
    om = new OmDatabaseFixture(directory);
    for (String table : new String[] {"keyTable", "deletedTable"}) {
      om.put(table, "/v/b/k");
      om.flush(table);
    }
  }

  @AfterEach
  void close() throws Exception {
    om.close();
  }

  @Test
  void nothingStaysWithoutSnapshots() throws Exception {
    assertThat(retained("keyTable")).isZero();
    assertThat(retained("deletedTable")).isZero();
  }

  @Test
  void replacedFilesOfTrackedTablesStayWithASnapshot() throws Exception {
    anySnapshot();

    assertThat(retained("keyTable")).isEqualTo(file("keyTable").sizeBytes()).isPositive();
    assertThat(retained("deletedTable")).isZero();
  }

  @Test
  void fileLinkedByASnapshotStays() throws Exception {
    anySnapshot();
    ((RDBStore) om.metadata().getStore()).getSnapshot("-" + UUID.randomUUID());
    om.put("openKeyTable", "/v/b/later");
    om.flush("openKeyTable");

    assertThat(retained("deletedTable")).isEqualTo(file("deletedTable").sizeBytes());
    assertThat(retained("openKeyTable")).as("written after the snapshot").isZero();
  }

  @Test
  void fileLinkedByACheckpointForReconDoesNotStay() throws Exception {
    linkElsewhere("deletedTable");
    assertThat(retained("deletedTable")).isZero();
    assertThat(retained("keyTable")).isZero();

    anySnapshot();
    assertThat(retained("deletedTable")).isZero();
  }

  @Test
  void anotherFileOfTheSameNameIsNotALink() throws Exception {
    anySnapshot();
    linkElsewhere("deletedTable");
    Path checkpoint = Files.createDirectory(directory.resolve("db.snapshots/checkpointState/om.db-rewritten"));
    Files.write(checkpoint.resolve(file("deletedTable").name()), new byte[1]);

    assertThat(retained("deletedTable")).isZero();
  }

  private void anySnapshot() throws Exception {
    SnapshotInfo snapshot = SnapshotInfo.newInstance("v", "b", "s", UUID.randomUUID(), 1);
    om.metadata().getSnapshotInfoTable().put(snapshot.getTableKey(), snapshot);
  }

  private void linkElsewhere(String table) throws Exception {
    Path sent = Files.createDirectories(directory.resolve("temp-bootstrap-data/1"));
    Files.createLink(sent.resolve(file(table).name()), directory.resolve("om.db").resolve(file(table).name()));
  }

  @Test
  void deletedFileDoesNotStay() throws Exception {
    SstFile gone = new SstFile("999999.sst", 0, new byte[1], new byte[1], 1, 1, 1, false);

    assertThat(SnapshotRetention.read(database()).bytes("deletedTable", List.of(gone))).isZero();
  }

  private long retained(String table) throws Exception {
    return SnapshotRetention.read(database()).bytes(table, List.of(file(table)));
  }

  private SstFile file(String table) throws Exception {
    return new LsmReader(om::metadata).read().table(table).files().get(0);
  }

  private OmDatabase database() throws Exception {
    return OmDatabase.current(om::metadata);
  }
}
