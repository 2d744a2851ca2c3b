// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ozonetests;

import static org.awaitility.Awaitility.await;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.MiniOzoneCluster;
import org.apache.hadoop.ozone.client.OzoneBucket;
import org.apache.hadoop.ozone.client.OzoneClient;
import org.apache.hadoop.ozone.client.OzoneVolume;
import org.junit.jupiter.api.Test;

/** Ozone's own tests say nothing about the add-on. This one fails if their OMs do not have it, or it does nothing. */
class EveryOmHasTheAddOnTest {
  private static final int KEYS = 500;

  @Test
  void serviceCompactsWhatIsDeletedAlsoAfterARestartInPlace() throws Exception {
    try (MiniOzoneCluster cluster = MiniOzoneCluster.newBuilder(new OzoneConfiguration()).build()) {
      cluster.waitForClusterToBeReady();
      deleteKeysOf(cluster, "before");
      awaitCompaction();
      cluster.restartOzoneManager();
      cluster.waitForClusterToBeReady();
      deleteKeysOf(cluster, "after");
      awaitCompaction();
    }
  }

  private static void deleteKeysOf(MiniOzoneCluster cluster, String volumeName) throws Exception {
    try (OzoneClient client = cluster.newClient()) {
      client.getObjectStore().createVolume(volumeName);
      OzoneVolume volume = client.getObjectStore().getVolume(volumeName);
      volume.createBucket("bucket");
      OzoneBucket bucket = volume.getBucket("bucket");
      List<String> keys = new ArrayList<>();
      for (int i = 0; i < KEYS; i++) {
        keys.add("key" + i);
        bucket.createKey("key" + i, 0).close();
      }
      bucket.deleteKeys(keys);
    }
    cluster.getOzoneManager().awaitDoubleBufferFlush();
    // A memtable may be too small for a round to flush it.
    cluster.getOzoneManager().getMetadataManager().getStore().flushDB();
  }

  /** The add-on counts from 0 when it is installed. */
  private static void awaitCompaction() {
    await().atMost(Duration.ofMinutes(2)).until(() -> tombstonesRemoved() > 0);
  }

  /** Counted by the add-ons that are installed now. */
  private static long tombstonesRemoved() throws JMException {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    long removed = 0;
    // Ozone's mini cluster numbers sources of the same name. Other sources of the add-on do not have the attribute.
    for (ObjectName name : server.queryNames(new ObjectName("Hadoop:name=RangeCompaction*,*"), null)) {
      for (Object attribute : server.getAttributes(name, new String[] {"TombstonesRemoved"})) {
        removed += attribute == null ? 0 : ((Number) ((Attribute) attribute).getValue()).longValue();
      }
    }
    return removed;
  }
}
