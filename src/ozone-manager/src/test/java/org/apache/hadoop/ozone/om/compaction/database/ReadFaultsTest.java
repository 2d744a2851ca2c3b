// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.apache.hadoop.ozone.om.compaction.scan.TombstoneSearch;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.SimpleLayout;
import org.apache.log4j.WriterAppender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadFaultsTest {
  private static final String TABLE = "keyTable";
  private static final Logger LOG = Logger.getLogger(ReadFaults.class);

  private final StringWriter log = new StringWriter();
  private final WriterAppender appender = new WriterAppender(new SimpleLayout(), log);
  private Level before;

  @BeforeEach
  void listen() {
    before = LOG.getLevel();
    LOG.setLevel(Level.DEBUG);
    LOG.addAppender(appender);
  }

  @AfterEach
  void cease() {
    LOG.removeAppender(appender);
    LOG.setLevel(before);
  }

  private List<String> lines(String what) {
    return log.toString().lines().filter(line -> line.contains(what)).toList();
  }

  @Test
  void causeIsToldOnceAndThenAtDebug() {
    for (int time = 0; time < 3; time++) {
      ReadFaults.log("A figure is missing", new IOException("a test's disk"));
    }
    assertThat(lines("A figure is missing")).hasSize(3).first()
        .isEqualTo("WARN - A figure is missing: java.io.IOException: a test's disk (told once, then at DEBUG)");
    assertThat(lines("A figure is missing").subList(1, 3)).allMatch(line -> line.startsWith("DEBUG - "));
    ReadFaults.log("A figure is missing", new IOException("another cause"));
    assertThat(lines("another cause")).singleElement().asString().startsWith("WARN - ");
  }

  @Test
  void whatCannotBeReadOfADatabaseIsTold(@TempDir Path directory) throws Exception {
    try (OmDatabaseFixture om = new OmDatabaseFixture(directory)) {
      om.put(TABLE, "/v/b/k");
      om.delete(TABLE, "/v/b/l");
      om.flush(TABLE);
      SstFile file = new LsmReader(om::metadata).read().table(TABLE).files().get(0);
      om.corrupt(TABLE);
      OmDatabase database = OmDatabase.current(om::metadata);

      assertThat(new TombstoneSearch(database, new KeyRange(file.smallestKey(), file.largestKey()), () -> false)
          .count(file)).isEmpty();
      assertThatThrownBy(() -> new LsmReader(om::metadata).database().read(rocks ->
          rocks.get(om.handle(TABLE), OmDatabaseFixture.bytes("/v/b/k")))).isInstanceOf(DatabaseFaultException.class);

      assertThat(lines("Tombstones of SST file " + file.name() + " cannot be counted")).hasSize(1);
      assertThat(lines("A read of om.db failed")).hasSize(1);
    }
  }
}
