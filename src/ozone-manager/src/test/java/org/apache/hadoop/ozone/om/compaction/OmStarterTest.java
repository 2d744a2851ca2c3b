// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OmStarterTest {

  static Stream<Throwable> misfits() {
    return Stream.of(new IllegalStateException("a part is not there"), new NoSuchMethodError("OzoneManager.old()"),
        new NoClassDefFoundError("org/apache/hadoop/ozone/Gone"),
        new OutOfMemoryError("unable to create native thread"), new StackOverflowError(), new AssertionError());
  }

  @ParameterizedTest
  @MethodSource("misfits")
  void addOnThatDoesNotFitDoesNotKeepTheOmFromStarting(Throwable misfit) {
    // JUnit itself would end at an OutOfMemoryError.
    Throwable thrown = catchThrowable(() -> assertThat(OmStarter.<Object>orNull(() -> {
      throw OmStarterTest.<RuntimeException>as(misfit);
    })).isNull());
    assertThat(thrown).isNull();
  }

  /** Throws errors and exceptions alike. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> T as(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
