// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;

class WriteRateLimiterTest {

  /** One range: idle time before it, then its bytes and duration. */
  record Range(long idleMillis, long bytes, long millis) {
  }

  @Provide
  Arbitrary<List<Range>> ranges() {
    return Combinators.combine(Arbitraries.longs().between(0, 100_000), Arbitraries.longs().between(0, 1L << 40),
        Arbitraries.longs().between(0, 100_000)).as(Range::new).list().ofMinSize(1).ofMaxSize(50);
  }

  @Property
  void averageBetweenAnyTwoRangesStaysBelowTheRate(@ForAll("ranges") List<Range> ranges,
      @ForAll @LongRange(min = 1, max = 1L << 32) long rate) {
    long[] begins = new long[ranges.size() + 1];
    long now = 1_000;
    WriteRateLimiter rateLimiter = new WriteRateLimiter(rate, 0, now);
    for (int i = 0; i < ranges.size(); i++) {
      now += ranges.get(i).idleMillis();
      now += rateLimiter.pauseMillis(now);
      begins[i] = now;
      now += ranges.get(i).millis();
      rateLimiter.wrote(ranges.get(i).bytes(), begins[i]);
    }
    begins[ranges.size()] = now + rateLimiter.pauseMillis(now);
    for (int from = 0; from < ranges.size(); from++) {
      double bytes = 0;
      for (int to = from; to < ranges.size(); to++) {
        bytes += ranges.get(to).bytes();
        assertThat(bytes).isLessThanOrEqualTo((begins[to + 1] - begins[from]) / 1000.0 * rate * (1 + 1e-9));
      }
    }
  }

  @Property
  void neverPausesLongerThanTheBytesTakeAtTheRate(@ForAll @LongRange(min = 0, max = 1L << 40) long bytes,
      @ForAll @LongRange(min = 1, max = 1L << 32) long rate, @ForAll @LongRange(min = 0, max = 1 << 20) long took) {
    WriteRateLimiter rateLimiter = new WriteRateLimiter(rate, 0, 0);
    rateLimiter.wrote(bytes, 0);
    assertThat(rateLimiter.pauseMillis(took)).isEqualTo(Math.max(0, (long) Math.ceil(bytes * 1000.0 / rate) - took));
  }

  @Example
  void rangeLargerThanASecondsBudgetMakesALongerPause() {
    WriteRateLimiter rateLimiter = new WriteRateLimiter(50, 0, 0);
    rateLimiter.wrote(500, 0);
    assertThat(rateLimiter.pauseMillis(2_000)).isEqualTo(8_000);
    assertThat(rateLimiter.pauseMillis(10_000)).isZero();
  }

  @Example
  void idleTimeEarnsNoCredit() {
    WriteRateLimiter rateLimiter = new WriteRateLimiter(50, 0, 0);
    rateLimiter.wrote(500, 3_600_000);
    assertThat(rateLimiter.pauseMillis(3_600_000)).isEqualTo(10_000);
  }

  @Property
  void changedRateChangesWhatIsLeftOfAPause(@ForAll @LongRange(min = 0, max = 1L << 40) long bytes,
      @ForAll @LongRange(min = 1, max = 1L << 32) long rate, @ForAll @LongRange(min = 1, max = 1L << 32) long changed) {
    WriteRateLimiter rateLimiter = new WriteRateLimiter(rate, 0, 0);
    rateLimiter.wrote(bytes, 0);
    long before = rateLimiter.pauseMillis(0);
    rateLimiter.limitTo(changed, 0);
    assertThat(rateLimiter.bytesPerSecond()).isEqualTo(changed);
    assertThat((double) rateLimiter.pauseMillis(0)).isCloseTo((double) before * rate / changed, within(1.0));
  }

  @Property
  void whatIsOwedIsWaitedForByTheNextLimiterToo(@ForAll @LongRange(min = 0, max = 1L << 40) long bytes,
      @ForAll @LongRange(min = 1, max = 1L << 32) long rate, @ForAll @LongRange(min = 0, max = 1 << 20) long waited) {
    WriteRateLimiter before = new WriteRateLimiter(rate, 0, 0);
    before.wrote(bytes, 0);
    WriteRateLimiter next = new WriteRateLimiter(rate, before.owedBytes(waited), 1_000_000_000);
    assertThat(next.pauseMillis(1_000_000_000)).isBetween(before.pauseMillis(waited),
        before.pauseMillis(waited) + 1 + 1000 / rate);
    assertThat(before.owedBytes(waited)).isLessThanOrEqualTo(bytes);
  }

  @Example
  void whatNoStepWritesIsNotOwed() {
    assertThat(new WriteRateLimiter(1L << 32, Long.MAX_VALUE, 0).pauseMillis(0)).isEqualTo(8_192_000);
    assertThat(new WriteRateLimiter(50, -1, 0).pauseMillis(0)).isZero();
  }
}
