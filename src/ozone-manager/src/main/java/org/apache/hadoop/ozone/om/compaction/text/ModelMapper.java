// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.text;

import org.apache.hadoop.ozone.om.compaction.bucket.KeyNames;
import org.apache.hadoop.ozone.om.compaction.key.KeyText;
import org.apache.hadoop.ozone.om.compaction.model.Key;
import org.apache.hadoop.ozone.om.compaction.model.SstFile;

/** Converts simple values of the planner to the REST model. */
public final class ModelMapper {
  private ModelMapper() {
  }

  public static Key key(byte[] key, KeyNames names) {
    return new Key().text(KeyText.print(key)).base64(key).name(names.of(key));
  }

  public static SstFile file(org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile file, KeyNames names) {
    return new SstFile().name(file.name()).level(file.level()).begin(key(file.smallestKey(), names))
        .end(key(file.largestKey(), names)).sizeBytes(file.sizeBytes()).entries(file.entries())
        .tombstones(file.tombstones()).beingCompacted(file.isBeingCompacted());
  }
}
