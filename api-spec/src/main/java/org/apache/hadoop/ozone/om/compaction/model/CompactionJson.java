// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * Writes and reads the model as JSON. Leaves out empty optional fields. Skips unknown fields, because a newer version
 * may have sent the JSON.
 */
public final class CompactionJson {
  private static final ObjectMapper MAPPER = mapper();

  private CompactionJson() {
  }

  /** Makes a mapper. Callers should keep it: it is thread-safe and takes long to make. */
  public static ObjectMapper mapper() {
    return new ObjectMapper()
        .setSerializationInclusion(JsonInclude.Include.NON_EMPTY)
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
  }

  /** An object of the model as JSON in UTF-8. */
  public static byte[] bytes(Object model) {
    try {
      return MAPPER.writeValueAsBytes(model);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
