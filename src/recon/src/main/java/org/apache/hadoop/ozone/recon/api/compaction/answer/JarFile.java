// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction.answer;

import com.google.common.io.ByteStreams;
import java.io.IOException;
import java.io.InputStream;
import javax.servlet.http.HttpServletRequest;
import javax.ws.rs.core.HttpHeaders;
import javax.ws.rs.core.Response;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;

/** Answers with a file from a jar. */
public final class JarFile {
  private JarFile() {
  }

  /**
   * Returns an answer with the file; with status 304 if the client has it already.
   *
   * @param beside any class of the jar that contains the file
   * @param path absolute path within the jar
   * @throws RefusedException NOT_FOUND
   */
  public static Response answer(Class<?> beside, String path, String type, HttpServletRequest request)
      throws IOException {
    try (InputStream file = beside.getResourceAsStream(path)) {
      if (file == null) {
        throw RefusedException.of(ErrorCode.NOT_FOUND, "There is no such file.");
      }
      return EntityTags.answer("", ByteStreams.toByteArray(file), type, request.getHeader(HttpHeaders.IF_NONE_MATCH));
    }
  }
}
