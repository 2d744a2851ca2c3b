// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction.filter;

import java.util.regex.Pattern;

/** Which methods a path of the contract has, as the header {@code Allow} tells them. */
final class AllowedMethods {
  private static final Pattern COMMANDS = Pattern.compile(".*/(jobs/[^/]+/cancel|service/(pause|resume))/?");
  private static final Pattern JOBS = Pattern.compile(".*/jobs/?");

  private AllowedMethods() {
  }

  /** @param path of a request, below our own or whole */
  static String of(String path) {
    if (COMMANDS.matcher(path).matches()) {
      return "POST";
    }
    return JOBS.matcher(path).matches() ? "GET, HEAD, POST" : "GET, HEAD";
  }
}
