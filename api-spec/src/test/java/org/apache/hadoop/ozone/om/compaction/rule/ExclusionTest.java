// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Patterns of volumes and buckets that are left out. */
class ExclusionTest {
  @ParameterizedTest
  @CsvSource({
      "/shop,         /shop/logs,      true",
      "/shop,         /shop2/logs,     false",
      "/shop/logs,    /shop/logs,      true",
      "/shop/logs,    /shop/logs-2,    false",
      "/shop/log*,    /shop/logs-2,    true",
      "/shop/*-live,  /shop/logs-live, true",
      "/shop/*-live,  /shop/-live,     true",
      "/shop/*-live,  /shop/logs-live2, false",
      "/*/logs,       /shop/logs,      true",
      "/*/logs,       /shop/logs2,     false",
      "/s*p/l**s,     /shop/logs,      true",
      "/shop/a*b*c,   /shop/aXbXbc,    true",
      "/shop/a*b*c,   /shop/aXcXb,     false",
      "/*,            /shop/logs,      true",
      "/shop/l.gs,    /shop/logs,      false"})
  void starStandsForAnyCharactersOfAName(String pattern, String bucket, boolean excluded) {
    assertThat(Exclusion.of(List.of("/none", pattern)).patternFor(bucket).isPresent()).isEqualTo(excluded);
  }

  @Test
  void firstPatternThatMatchesIsNamed() {
    assertThat(Exclusion.of(List.of("/a/b", "/v/*", "/v/b")).patternFor("v", "b")).contains("/v/*");
    assertThat(Exclusion.of(List.of()).patternFor("v", "b")).isEmpty();
  }

  @Test
  void whatExcludesAllIsTold() {
    assertThat(Exclusion.of(List.of("/v", "/*/b")).patternForAll()).isEmpty();
    assertThat(Exclusion.of(List.of("/v", "/*")).patternForAll()).contains("/*");
    assertThat(Exclusion.of(List.of("/*/**")).patternForAll()).contains("/*/**");
    assertThat(Exclusion.of(List.of("/v/b*", "/w")).patternForAllOf("v")).isEmpty();
    assertThat(Exclusion.of(List.of("/v/b*", "/v/*")).patternForAllOf("v")).contains("/v/*");
    assertThat(Exclusion.of(List.of("/*")).patternForAllOf("v")).contains("/*");
  }

  @ParameterizedTest
  @ValueSource(strings = {"shop", "shop/logs", "", "/", "//logs", "/shop/", "/shop/logs/", "/shop/logs/2026"})
  void patternThatIsNoPathIsAProblem(String pattern) {
    assertThat(Exclusion.problem(List.of("/v", pattern))).hasValueSatisfying(problem ->
        assertThat(problem).startsWith("'" + pattern + "' excludes nothing").contains("/volume/bucket"));
  }

  @Test
  void tooManyAndTooLongPatternsAreAProblem() {
    assertThat(Exclusion.problem(Collections.nCopies(100, "/v/b"))).isEmpty();
    assertThat(Exclusion.problem(Collections.nCopies(101, "/v/b"))).hasValueSatisfying(problem ->
        assertThat(problem).contains("101", "100"));
    assertThat(Exclusion.problem(List.of("/" + "v".repeat(2047)))).isEmpty();
    assertThat(Exclusion.problem(List.of("/" + "v".repeat(2045), "/w"))).hasValueSatisfying(problem ->
        assertThat(problem).contains("2049", "2048"));
  }

  /** A regular expression would take for ever. */
  @Test
  void manyStarsAreMatchedAtOnce() {
    String pattern = "/v/" + "*a".repeat(60) + "*b";
    assertThat(Exclusion.of(List.of(pattern)).patternFor("v", "a".repeat(255))).isEmpty();
  }

  @Test
  void patternsAreReadFromASetting() {
    assertThat(Exclusion.patterns(" ")).isEmpty();
    assertThat(Exclusion.patterns("/a, /b/c ,/d")).containsExactly("/a", "/b/c", "/d");
    assertThat(Exclusion.patterns("/a,,/b")).containsExactly("/a", "", "/b");
  }
}
