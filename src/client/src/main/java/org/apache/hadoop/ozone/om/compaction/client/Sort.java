// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import java.util.Arrays;

/** The order in which nodes give a list's rows, as the merged page has to know it. */
final class Sort {
  /** Behind every name. */
  private static final String LAST = "\uffff";

  private Sort() {
  }

  /**
   * @param sort as in the contract, or null
   * @throws CompactionException BAD_REQUEST if the list has no such order
   */
  static <E extends Enum<E>> E of(String sort, E ifNull) throws CompactionException {
    E[] orders = ifNull.getDeclaringClass().getEnumConstants();
    for (E order : orders) {
      if (order.name().equals(sort)) {
        return order;
      }
    }
    if (sort == null) {
      return ifNull;
    }
    throw CompactionException.badRequest("sort", "'" + sort + "' is no order of this list; it has "
        + Arrays.toString(orders) + ".");
  }

  /** What belongs to no bucket comes last, as on the nodes. */
  static String name(String volume, String bucket) {
    return bucket == null ? LAST : "/" + volume + "/" + bucket;
  }
}
