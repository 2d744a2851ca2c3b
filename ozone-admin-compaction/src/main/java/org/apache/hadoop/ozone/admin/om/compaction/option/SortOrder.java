// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.option;

import java.util.Arrays;
import java.util.Locale;
import org.apache.hadoop.ozone.om.compaction.model.BucketSort;
import org.apache.hadoop.ozone.om.compaction.model.RangeSort;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** An order by its name, in capitals or not. */
public abstract class SortOrder<E extends Enum<E>> implements ITypeConverter<E> {
  private final E[] orders;

  private SortOrder(E[] orders) {
    this.orders = orders;
  }

  @Override
  public E convert(String text) {
    String name = text.trim().toUpperCase(Locale.ROOT);
    return Arrays.stream(orders).filter(order -> order.name().equals(name)).findFirst().orElseThrow(() ->
        new TypeConversionException("'" + text + "' is no order; it is one of " + Arrays.toString(orders)));
  }

  /** Of {@code list}. */
  public static final class OfBuckets extends SortOrder<BucketSort> {
    OfBuckets() {
      super(BucketSort.values());
    }
  }

  /** Of {@code preview}. */
  public static final class OfRanges extends SortOrder<RangeSort> {
    OfRanges() {
      super(RangeSort.values());
    }
  }
}
