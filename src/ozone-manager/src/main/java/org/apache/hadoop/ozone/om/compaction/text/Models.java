// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.text;

import org.apache.hadoop.ozone.om.compaction.key.KeyText;
import org.apache.hadoop.ozone.om.compaction.lsm.KeyNames;
import org.apache.hadoop.ozone.om.compaction.lsm.SeekProbe;
import org.apache.hadoop.ozone.om.compaction.model.CountInterval;
import org.apache.hadoop.ozone.om.compaction.model.Key;
import org.apache.hadoop.ozone.om.compaction.model.RatioInterval;
import org.apache.hadoop.ozone.om.compaction.model.Seek;
import org.apache.hadoop.ozone.om.compaction.model.SstFile;

/** Small values of the planner as the contract's model has them. */
public final class Models {
  private Models() {
  }

  public static Key key(byte[] key, KeyNames names) {
    return new Key().text(KeyText.print(key)).base64(key).name(names.of(key));
  }

  /** Null if not measured. */
  public static Seek seek(SeekProbe.Seek seek) {
    return seek == null ? null : new Seek().micros(seek.micros()).bounded(seek.isBounded());
  }

  public static CountInterval count(org.apache.hadoop.ozone.om.compaction.planner.CountInterval count) {
    return new CountInterval().low(count.least()).high(count.most());
  }

  public static RatioInterval ratio(org.apache.hadoop.ozone.om.compaction.planner.RatioInterval ratio) {
    return new RatioInterval().low(ratio.least()).high(ratio.most());
  }

  public static SstFile file(org.apache.hadoop.ozone.om.compaction.planner.SstFile file, KeyNames names) {
    return new SstFile().name(file.name()).level(file.level()).begin(key(file.smallestKey(), names))
        .end(key(file.largestKey(), names)).sizeBytes(file.sizeBytes()).entries(file.entries())
        .tombstones(file.tombstones()).beingCompacted(file.isBeingCompacted());
  }
}
