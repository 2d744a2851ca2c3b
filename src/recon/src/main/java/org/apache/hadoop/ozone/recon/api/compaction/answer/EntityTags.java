// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction.answer;

import com.google.common.hash.Hashing;

/** Entity tags of answers, so that a client that has the answer already gets 304. */
final class EntityTags {
  private static final int LETTERS = 16;

  private EntityTags() {
  }

  /** @param prefix recognisable to readers, or empty */
  static String of(String prefix, byte[] body) {
    return '"' + prefix + Hashing.sha256().hashBytes(body).toString().substring(0, LETTERS) + '"';
  }

  /** @param ifNoneMatch the request's header, or null */
  static boolean matches(String ifNoneMatch, String tag) {
    if (ifNoneMatch != null) {
      for (String known : ifNoneMatch.split(",")) {
        String name = known.trim();
        if (name.equals("*") || name.equals(tag) || name.equals("W/" + tag)) {
          return true;
        }
      }
    }
    return false;
  }
}
