// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimilarNameTest {

  @ParameterizedTest
  @CsvSource(nullValues = "none", value = {
      "stagng,  staging",
      "stagging, staging",
      "staginh, staging",
      "ordrs-2024, orders-2024",
      "orders, orders-2024",
      "stxgxnx, none",
      "logz,    logs",
      "LOGS,    logs",
      "Keytable, keyTable",
      "lo,      none",
      "tmq,     tmp",
      "nope,    none",
      "temporary, none"})
  void namesThatAreNear(String wrong, String nearest) {
    assertThat(SimilarName.of(wrong, List.of("life", "logs", "orders-2024", "staging", "tmp", "keyTable")).orElse(null))
        .isEqualTo(nearest);
  }

  @ParameterizedTest
  @CsvSource(nullValues = "none", value = {
      "/shop/nope,   none",
      "/shop/CARTS,  /shop/carts",
      "/SHOP/cart,   /shop/carts",
      "/shop/orders, /shop/orders-2024",
      "/shpo/life,   /shop/life",
      "/lake/life,   none",
      "/lake/tmp,    none",
      "/shop,        none"})
  void eachPartOfAPathIsNear(String wrong, String nearest) {
    assertThat(SimilarName.of(wrong, List.of("/shop/carts", "/shop/life", "/shop/orders-2024",
        "/shop/orders-2024-archive", "/lake/staging")).orElse(null)).isEqualTo(nearest);
  }
}
