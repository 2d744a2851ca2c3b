// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn.cases;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.TextFormat;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.planning.EmptyKeyRanges;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.turn.OpenOmDb;
import org.apache.hadoop.ozone.om.compaction.turn.TurnOutcome;
import org.junit.jupiter.api.Test;
import org.rocksdb.LiveFileMetaData;

/** Turns of jobs that name key ranges. */
class KeyRangesTest extends OneNode {
  @Test
  void keyRangeThatHoldsNothingIsSaidToHoldNoKey() throws Exception {
    massDelete();
    Targets nothing = TextFormat.parse(
        "key_ranges { table: 'keyTable' begin: '/vol/a/00001000a' end: '/vol/a/00001000z' }"
        + " key_ranges { table: 'fileTable' begin: '/vol/b/' end: '/vol/b0' }", Targets.class);

    TurnOutcome outcome = run(job().setTargets(nothing.toBuilder().clearKeyRanges()
        .addKeyRanges(nothing.getKeyRanges(1))).build());

    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(outcome.getMessage()).isEqualTo("Nothing to compact: fileTable holds no key from /vol/b/ to /vol/b0;"
        + " its keys begin with the ids of volume and bucket, as 'preview' prints them.");
    assertThat(EmptyKeyRanges.sentences(planner().reader().read(), nothing))
        .as("also below a file that reaches over it").hasSize(2);
    db.delete(TABLE, "/vol/a/00001000x".getBytes(StandardCharsets.UTF_8));
    db.put(TABLE, "/vol/a/00001000y".getBytes(StandardCharsets.UTF_8), VALUE_BYTES);
    assertThat(EmptyKeyRanges.sentences(planner().reader().read(), nothing)).as("with keys in memory").hasSize(1);
    db.flush(TABLE);
    assertThat(EmptyKeyRanges.sentences(planner().reader().read(), nothing)).as("with keys in a file").hasSize(1);
  }

  @Test
  void keyRangesReachBinaryKeysAndKeysOfNoBucket() throws Exception {
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      keys.add(new byte[] {(byte) 0xFF, (byte) 0x80, 0, (byte) (i >> 8), (byte) i, (byte) 0xFE});
    }
    for (byte[] key : keys) {
      db.put(TABLE, key, VALUE_BYTES);
    }
    db.putAll(TABLE, a, KEYS, VALUE_BYTES);
    db.settle(TABLE);
    for (byte[] key : keys) {
      db.delete(TABLE, key);
    }
    db.flush(TABLE);

    assertSucceeded(run(job().setTargets(Targets.newBuilder().addKeyRanges(KeyRange.newBuilder().setTable(TABLE)
        .setBegin(ByteString.copyFrom(keys.get(0))).setEnd(ByteString.copyFrom(keys.get(499))))).build()));

    assertThat(db.tombstones(TABLE)).isZero();
    assertThat(db.contents(TABLE)).hasSize(KEYS);
  }

  @Test
  void keyRangeOfOneTableTouchesNoOther() throws Exception {
    for (String table : List.of(TABLE, "openKeyTable")) {
      db.putAll(table, b, KEYS, VALUE_BYTES);
      db.settle(table);
      db.deleteAll(table, b, KEYS);
      db.flush(table);
    }
    List<String> others = db.files("openKeyTable").stream().map(LiveFileMetaData::fileName).toList();

    assertSucceeded(run(job().setTargets(Targets.newBuilder().addTables(TABLE).addKeyRanges(KeyRange.newBuilder()
        .setTable(TABLE).setBegin(ByteString.copyFrom(OpenOmDb.key(b, 0)))
        .setEnd(ByteString.copyFrom(OpenOmDb.key(b, KEYS))))).build()));

    assertThat(db.tombstones(TABLE)).isZero();
    assertThat(db.files("openKeyTable")).extracting(LiveFileMetaData::fileName).isEqualTo(others);
  }
}
