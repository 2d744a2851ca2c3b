// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction.answer;

import com.google.common.io.ByteStreams;
import java.io.IOException;
import java.io.InputStream;
import javax.servlet.http.HttpServletRequest;
import javax.ws.rs.core.HttpHeaders;
import javax.ws.rs.core.Response;
import javax.ws.rs.core.Response.ResponseBuilder;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;

/** A file served from a jar. */
public final class JarFile {
  private final byte[] content;
  private final String tag;

  private JarFile(byte[] content) {
    this.content = content;
    this.tag = EntityTags.of("", content);
  }

  /**
   * @param beside a class of the jar
   * @param path absolute
   * @throws RefusedException NOT_FOUND
   */
  public static JarFile read(Class<?> beside, String path) throws IOException {
    try (InputStream file = beside.getResourceAsStream(path)) {
      if (file == null) {
        throw RefusedException.of(ErrorCode.NOT_FOUND, "There is no such file.");
      }
      return new JarFile(ByteStreams.toByteArray(file));
    }
  }

  public Response answer(String type, HttpServletRequest request) {
    ResponseBuilder response = EntityTags.matches(request.getHeader(HttpHeaders.IF_NONE_MATCH), tag)
        ? Response.notModified() : Response.ok(content, type);
    return response.header(HttpHeaders.ETAG, tag).build();
  }
}
