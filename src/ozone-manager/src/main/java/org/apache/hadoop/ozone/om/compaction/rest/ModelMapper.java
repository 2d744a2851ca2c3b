// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import org.apache.hadoop.ozone.om.compaction.bucket.KeyNames;
import org.apache.hadoop.ozone.om.compaction.key.KeyText;
import org.apache.hadoop.ozone.om.compaction.model.KeyJson;
import org.apache.hadoop.ozone.om.compaction.model.RemarkJson;
import org.apache.hadoop.ozone.om.compaction.model.SstFileJson;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/** Converts simple values of the planner to the REST model. */
public final class ModelMapper {
  private ModelMapper() {
  }

  public static KeyJson key(byte[] key, KeyNames names) {
    return new KeyJson().text(KeyText.print(key)).base64(key).name(names.of(key));
  }

  public static SstFileJson file(SstFile file, KeyNames names) {
    return new SstFileJson().name(file.name()).level(file.level()).begin(key(file.smallestKey(), names))
        .end(key(file.largestKey(), names)).sizeBytes(file.sizeBytes()).entries(file.entries())
        .tombstones(file.tombstones()).beingCompacted(file.isBeingCompacted());
  }

  /** A sentence about one OM's answer. */
  public static RemarkJson remark(String nodeId, String sentence) {
    return new RemarkJson().nodeId(nodeId).message(sentence);
  }
}
