// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * The one way in which the model is written as JSON, so that the CLI, Recon and an OM give equal documents. What is
 * optional and empty is left out. What is unknown is skipped when reading, because the other side may be newer.
 */
public final class CompactionJson {
  private static final ObjectMapper MAPPER = mapper();

  private CompactionJson() {
  }

  /** A mapper of the caller's own; keep it, it is thread-safe and costly to make. */
  public static ObjectMapper mapper() {
    return new ObjectMapper()
        .setSerializationInclusion(JsonInclude.Include.NON_EMPTY)
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
  }

  /** An object of the model as a document in UTF-8. */
  public static byte[] bytes(Object model) {
    try {
      return MAPPER.writeValueAsBytes(model);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
