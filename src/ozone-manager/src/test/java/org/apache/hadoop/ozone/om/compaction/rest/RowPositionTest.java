// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowPositionTest {
  private static final String KIND = "buckets NAME";

  private static byte[] key(String text) {
    return Cursor.bytes(text);
  }

  @Test
  void keysWithoutABucketComeAfterAllNames() {
    List<RowPosition> order = List.of(
        RowPosition.byName("v", "a", "fileTable", key("x")),
        RowPosition.byName("v", "a", "keyTable", key("x")),
        RowPosition.byName("v", "a", "keyTable", key("y")),
        RowPosition.byName("v", "\ud83d\udeae", "keyTable", key("a")),
        RowPosition.byName(null, null, "keyTable", key("a")));
    assertThat(Stream.of(3, 0, 4, 2, 1).map(order::get).sorted()).containsExactlyElementsOf(order);
  }

  @Test
  void largestMeasureComesFirst() {
    assertThat(RowPosition.bySortKey(2, "keyTable", key("b")))
        .isLessThan(RowPosition.bySortKey(1, "fileTable", key("a")));
  }

  @Test
  void cursorRestoresThePosition() throws RefusedException {
    RowPosition position = RowPosition.byName("v", "\u00fc", "keyTable", new byte[] {'/', (byte) 0xff, 0});
    assertThat(RowPosition.read(position.cursor(KIND), KIND)).isEqualTo(position);
    assertThat(RowPosition.read(null, KIND)).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nonsense", "a.b.c.d.e", "...."})
  void textThatIsNoCursorIsRefused(String text) {
    assertThatThrownBy(() -> RowPosition.read(text, KIND)).isInstanceOfSatisfying(RefusedException.class,
        e -> assertThat(e.getParameter()).isEqualTo("prevKey"));
  }

  @Test
  void cursorOfAnotherOrderIsRefused() {
    String cursor = RowPosition.bySortKey(2, "keyTable", key("b")).cursor("buckets RUN");
    assertThatThrownBy(() -> RowPosition.read(cursor, KIND)).isInstanceOf(RefusedException.class);
  }
}
