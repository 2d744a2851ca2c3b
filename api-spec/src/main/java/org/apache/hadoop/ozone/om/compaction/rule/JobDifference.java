// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;

/** Describes for people which fields two jobs differ in, by their names in openapi.yaml, with both values. */
public final class JobDifference {
  private static final String TIME = "Ms";

  private JobDifference() {
  }

  /** The value of {@code known} comes first. A fixed phrase if all differing fields are newer than this version. */
  public static String of(JobSpec known, JobSpec asked) {
    List<String> differences = new ArrayList<>();
    add("", known, asked, differences);
    return differences.isEmpty() ? "in what this version does not know" : String.join(", ", differences);
  }

  private static void add(String above, Message known, Message asked, List<String> differences) {
    for (FieldDescriptor field : known.getDescriptorForType().getFields()) {
      Object was = known.getField(field);
      Object is = asked.getField(field);
      if (was.equals(is)) {
        continue;
      }
      String name = above + field.getJsonName();
      if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE && !field.isRepeated()) {
        add(name + ".", (Message) was, (Message) is, differences);
      } else {
        boolean time = name.endsWith(TIME);
        differences.add((time ? name.substring(0, name.length() - TIME.length()) : name) + " ("
            + Excerpt.of(time ? time((Long) was) : text(was)) + ", not " + Excerpt.of(time ? time((Long) is) : text(is))
            + ")");
      }
    }
  }

  private static String text(Object value) {
    if (value instanceof List) {
      String all = ((List<?>) value).stream().map(JobDifference::text).collect(Collectors.joining(" "));
      return all.isEmpty() ? text("") : all;
    }
    if (value instanceof KeyRange) {
      return TargetKeyRange.print((KeyRange) value);
    }
    return value.equals("") || value.equals(0L) || value.equals(0) || value.equals(0.0) ? "left open"
        : value.toString();
  }

  private static String time(long millis) {
    try {
      return millis == 0 ? text(millis) : Instant.ofEpochMilli(millis).toString();
    } catch (DateTimeException e) {
      return Long.toString(millis);
    }
  }
}
