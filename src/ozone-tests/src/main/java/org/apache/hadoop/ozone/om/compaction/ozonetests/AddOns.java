// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ozonetests;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.CompactionAddOn;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The add-ons of all OMs in this JVM. An error fails the test that creates the OM. */
public final class AddOns {
  /** System property with settings for all OMs, {@code key=value} separated by semicolons. */
  public static final String SETTINGS = "ozone.tests.settings";

  private static final Logger LOG = LoggerFactory.getLogger(AddOns.class);
  private static final Map<OzoneManager, CompactionAddOn> INSTALLED =
      Collections.synchronizedMap(new IdentityHashMap<>());
  private static final Set<OzoneManager> STOPPED =
      Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

  private AddOns() {
  }

  /** @param conf of an OM that is about to be created; this method changes it */
  public static void configure(OzoneConfiguration conf) {
    for (String setting : System.getProperty(SETTINGS, "").split(";")) {
      String[] parts = setting.trim().split("=", 2);
      if (parts.length == 2) {
        conf.set(parts[0], parts[1]);
      }
    }
    CompactionAddOn.configure(conf);
  }

  /** @throws RuntimeException if the add-on cannot be installed */
  public static void install(OzoneManager om) {
    INSTALLED.put(om, CompactionAddOn.install(om));
    LOG.info("{} has the add-on", om.getOMNodeId());
  }

  /** Does nothing for an OM that is being created, as the end of its constructor installs the add-on. */
  public static void installAgain(OzoneManager om) {
    if (STOPPED.remove(om)) {
      install(om);
    }
  }

  /** Closes the add-on of an OM that stops. Does nothing the second time. */
  public static void close(OzoneManager om) {
    CompactionAddOn addOn = INSTALLED.remove(om);
    if (addOn != null) {
      STOPPED.add(om);
      addOn.close();
    }
  }
}
