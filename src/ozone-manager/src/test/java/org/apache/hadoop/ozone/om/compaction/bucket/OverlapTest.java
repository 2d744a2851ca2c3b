// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.statistics.Statistics;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;

class OverlapTest {

  @Property
  void findsWhatComparingEachWithEachFinds(@ForAll("ranges") @Size(max = 4) List<KeyRange> as,
      @ForAll("ranges") @Size(max = 4) List<KeyRange> bs) {
    boolean meet = as.stream().anyMatch(a -> bs.stream().anyMatch(b -> meet(a, b)));
    Statistics.label("meet").collect(meet).coverage(seen -> {
      seen.check(true).percentage(share -> share > 5);
      seen.check(false).percentage(share -> share > 5);
    });
    assertThat(Overlap.meet(as, bs)).isEqualTo(meet);
    assertThat(Overlap.meet(bs, as)).isEqualTo(meet);
  }

  private static boolean meet(KeyRange a, KeyRange b) {
    return a.getTable().equals(b.getTable()) && compare(a.getBegin(), b.getEnd()) <= 0
        && compare(b.getBegin(), a.getEnd()) <= 0;
  }

  /** Few short keys, of bytes with and without the sign bit, so that ranges touch, contain and miss each other. */
  @Provide
  Arbitrary<List<KeyRange>> ranges() {
    Arbitrary<ByteString> keys = Arbitraries.of((byte) 0, (byte) 1, (byte) 0x7f, (byte) 0x80, (byte) 0xff)
        .array(byte[].class).ofMinSize(1).ofMaxSize(4).map(ByteString::copyFrom);
    return Combinators.combine(Arbitraries.of("fileTable", "keyTable"), keys, keys)
        .as(OverlapTest::range).list();
  }

  private static KeyRange range(String table, ByteString one, ByteString other) {
    boolean inOrder = compare(one, other) <= 0;
    return KeyRange.newBuilder().setTable(table).setBegin(inOrder ? one : other).setEnd(inOrder ? other : one).build();
  }

  private static int compare(ByteString a, ByteString b) {
    return Keys.compare(a.toByteArray(), b.toByteArray());
  }
}
