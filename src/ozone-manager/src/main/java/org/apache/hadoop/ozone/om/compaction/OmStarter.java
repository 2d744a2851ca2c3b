// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction;

import static org.apache.hadoop.ozone.conf.OzoneServiceConfig.DEFAULT_SHUTDOWN_HOOK_PRIORITY;

import java.io.IOException;
import java.util.function.Supplier;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.hdds.utils.IOUtils;
import org.apache.hadoop.ozone.om.OMStarterInterface;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.OzoneManager.StartupOption;
import org.apache.hadoop.ozone.om.OzoneManagerStarter;
import org.apache.hadoop.ozone.util.OzoneNetUtils;
import org.apache.hadoop.ozone.util.ShutdownHookManager;
import org.apache.hadoop.security.authentication.client.AuthenticationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Implements the commands of {@code ozone om} for an OM with the add-on. Use it only if Ozone passes {@link HostCheck}.
 */
final class OmStarter implements OMStarterInterface {
  private static final Logger LOG = LoggerFactory.getLogger(OmStarter.class);

  /** Runs {@code ozone om}, with the options that its {@code --help} lists. */
  static void run(String[] args) {
    OzoneNetUtils.disableJvmNetworkAddressCacheIfRequired(new OzoneConfiguration());
    new OzoneManagerStarter(new OmStarter()).run(args);
  }

  @Override
  public void start(OzoneConfiguration conf) throws IOException, AuthenticationException {
    configure(conf);
    OzoneManager om = OzoneManager.createOm(conf);
    CompactionAddOn addOn = orNull(() -> CompactionAddOn.install(om));
    om.start();
    ShutdownHookManager.get().addShutdownHook(() -> {
      IOUtils.closeQuietly(addOn);
      try {
        if (om.stop()) {
          om.join();
        }
      } catch (Exception e) {
        LOG.error("The Ozone Manager did not stop cleanly", e);
      }
    }, DEFAULT_SHUTDOWN_HOOK_PRIORITY);
  }

  @Override
  public boolean init(OzoneConfiguration conf) throws IOException, AuthenticationException {
    return OzoneManager.omInit(conf);
  }

  @Override
  public void bootstrap(OzoneConfiguration conf, boolean force) throws IOException, AuthenticationException {
    if (!OzoneManager.omInit(conf)) {
      throw new IOException("The Ozone Manager could not be initialized.");
    }
    configure(conf);
    StartupOption option = force ? StartupOption.FORCE_BOOTSTRAP : StartupOption.BOOTSTRAP;
    try (OzoneManager om = OzoneManager.createOm(conf, option);
        CompactionAddOn addOn = orNull(() -> CompactionAddOn.install(om))) {
      om.start();
      om.join();
    }
  }

  @Override
  public void startAndCancelPrepare(OzoneConfiguration conf) throws IOException, AuthenticationException {
    configure(conf);
    try (OzoneManager om = OzoneManager.createOm(conf);
        CompactionAddOn addOn = orNull(() -> CompactionAddOn.install(om))) {
      new PrepareMode(om).end();
      om.start();
      om.join();
    }
  }

  /** Prepares the process and {@code conf} for the add-on; logs any error instead of throwing it. */
  private static void configure(OzoneConfiguration conf) {
    orNull(() -> {
      CompactionAddOn.configure(conf);
      return conf;
    });
  }

  /** Returns what a supplier creates for the add-on. If the supplier throws, logs the error and returns null. */
  static <T> T orNull(Supplier<T> ofTheAddOn) {
    try {
      return ofTheAddOn.get();
    } catch (LinkageError e) {
      LOG.error(IncompatibilityMessage.of(e.toString()));
      LOG.debug("That was met here", e);
    } catch (Throwable e) {
      // Errors too: an OutOfMemoryError also says that the host lets the OM start no further thread. What the OM itself
      // lacks ends its own start.
      LOG.error("This OM runs without range compaction, which cannot be installed", e);
    }
    return null;
  }
}
