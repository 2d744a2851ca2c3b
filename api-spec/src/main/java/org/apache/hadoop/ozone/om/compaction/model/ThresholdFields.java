// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.model;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;

/** Carries thresholds over by their names, which are the same in compaction.proto, in JSON and in queries. */
public final class ThresholdFields {
  private static final ObjectMapper MAPPER = CompactionJson.mapper();

  private ThresholdFields() {
  }

  /** @param given the number or text of a threshold by its name; null if it is not given */
  public static Thresholds of(Function<String, ?> given) {
    Thresholds.Builder thresholds = Thresholds.newBuilder();
    for (FieldDescriptor field : Thresholds.getDescriptor().getFields()) {
      Object value = given.apply(field.getJsonName());
      if (value != null) {
        thresholds.setField(field, read(field.getJavaType(), value.toString()));
      }
    }
    return thresholds.build();
  }

  private static Object read(FieldDescriptor.JavaType type, String number) {
    switch (type) {
      case DOUBLE:
        return Double.valueOf(number);
      case INT:
        return Integer.valueOf(number);
      default:
        return Long.valueOf(number);
    }
  }

  public static Map<String, Object> given(ThresholdsJson thresholds) {
    return MAPPER.convertValue(thresholds, new TypeReference<LinkedHashMap<String, Object>>() { });
  }

  static ThresholdsJson json(Thresholds thresholds) {
    Map<String, Object> given = new LinkedHashMap<>();
    thresholds.getAllFields().forEach((field, value) -> given.put(field.getJsonName(), value));
    return MAPPER.convertValue(given, ThresholdsJson.class);
  }
}
