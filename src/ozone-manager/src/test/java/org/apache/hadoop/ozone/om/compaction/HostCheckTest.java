// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostCheckTest {
  private static final ClassLoader OZONE = HostCheckTest.class.getClassLoader();

  @Test
  void compileTimeOzoneFits() {
    assertThat(HostCheck.members()).hasSizeGreaterThan(50);
    assertThat(HostCheck.misfit(OZONE)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {
      "java/util/ArrayList.add:(Ljava/lang/Object;)Z",
      "java/util/ArrayList.<init>:(I)V",
      "java/util/ArrayList.stream:()Ljava/util/stream/Stream;",
      "java/util/ArrayList.modCount:I",
      "java/lang/Integer.MAX_VALUE:I",
      "java/util/Map$Entry.getKey:()Ljava/lang/Object;"})
  void declaredAndInheritedMembersAreFound(String member) {
    assertThat(HostCheck.gone(List.of(member), OZONE)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      java/util/Gone.add:(Ljava/lang/Object;)Z                 | java.util.Gone.add(Object)
      java/util/ArrayList.gone:()V                             | java.util.ArrayList.gone()
      java/util/ArrayList.add:(Ljava/lang/Object;)V            | java.util.ArrayList.add(Object)
      java/util/ArrayList.add:(Ljava/util/Gone;)Z              | java.util.ArrayList.add(Gone)
      java/util/ArrayList.add:(J[Ljava/util/Map$Entry;)V       | java.util.ArrayList.add(J, Entry[])
      java/util/ArrayList.<init>:(Ljava/lang/String;)V         | java.util.ArrayList.<init>(String)
      java/util/ArrayList.size:J                               | java.util.ArrayList.size
      """)
  void missingOrChangedMembersAreNamed(String member, String words) {
    List<String> members = List.of("java/util/ArrayList.clear:()V", member);
    assertThat(HostCheck.gone(members, OZONE)).hasValue("it has no " + words);
  }
}
