// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

  /** One range: idle before it, then so many bytes in so many milliseconds. */
  record Range(long idleMillis, long bytes, long millis) {
  }

  @Provide
  Arbitrary<List<Range>> ranges() {
    return Combinators.combine(Arbitraries.longs().between(0, 100_000), Arbitraries.longs().between(0, 1L << 40),
        Arbitraries.longs().between(0, 100_000)).as(Range::new).list().ofMinSize(1).ofMaxSize(50);
  }

  @Property
  void from_any_range_to_any_later_one_the_average_stays_below_the_rate(@ForAll("ranges") List<Range> ranges,
      @ForAll @LongRange(min = 1, max = 1L << 32) long rate) {
    long[] begins = new long[ranges.size() + 1];
    long now = 1_000;
    WriteRateLimiter rateLimiter = new WriteRateLimiter(rate, now);
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
  void never_pauses_longer_than_the_bytes_take_at_the_rate(@ForAll @LongRange(min = 0, max = 1L << 40) long bytes,
      @ForAll @LongRange(min = 1, max = 1L << 32) long rate, @ForAll @LongRange(min = 0, max = 1 << 20) long took) {
    WriteRateLimiter rateLimiter = new WriteRateLimiter(rate, 0);
    rateLimiter.wrote(bytes, 0);
    assertThat(rateLimiter.pauseMillis(took)).isEqualTo(Math.max(0, (long) Math.ceil(bytes * 1000.0 / rate) - took));
  }

  @Example
  void a_range_larger_than_a_second_s_budget_makes_a_longer_pause() {
    WriteRateLimiter rateLimiter = new WriteRateLimiter(50, 0);
    rateLimiter.wrote(500, 0);
    assertThat(rateLimiter.pauseMillis(2_000)).isEqualTo(8_000);
    assertThat(rateLimiter.pauseMillis(10_000)).isZero();
  }

  @Example
  void idle_time_earns_no_credit() {
    WriteRateLimiter rateLimiter = new WriteRateLimiter(50, 0);
    rateLimiter.wrote(500, 3_600_000);
    assertThat(rateLimiter.pauseMillis(3_600_000)).isEqualTo(10_000);
  }

  @Example
  void endless_bytes_do_not_overflow() {
    WriteRateLimiter rateLimiter = new WriteRateLimiter(1, Long.MAX_VALUE - 10);
    rateLimiter.wrote(Long.MAX_VALUE, Long.MAX_VALUE - 5);
    assertThat(rateLimiter.pauseMillis(Long.MAX_VALUE - 1)).isEqualTo(1);
  }

  @Example
  void a_rate_of_nothing_is_refused() {
    assertThatThrownBy(() -> new WriteRateLimiter(0, 0)).isInstanceOf(IllegalArgumentException.class);
  }
}
