// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.conf;

import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hdds.conf.Config;
import org.apache.hadoop.hdds.conf.ConfigGroup;
import org.apache.hadoop.hdds.conf.ConfigTag;
import org.apache.hadoop.hdds.conf.ConfigType;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.hdds.conf.PostConstruct;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settings of range compaction. Some can change while the OM runs, so do not keep what a getter returns. Sizes are in
 * bytes, rates in bytes per second. Thread-safe.
 */
@ConfigGroup(prefix = "ozone.om.range.compaction")
public class CompactionConfig {
  private static final Logger LOG = LoggerFactory.getLogger(CompactionConfig.class);

  public static final String ENABLED = "ozone.om.range.compaction.enabled";
  public static final String GUARD = "ozone.om.range.compaction.guard";
  public static final String UNAUTHENTICATED_READS = "ozone.om.range.compaction.http.allow.unauthenticated.reads";

  /** Far below 292 years, the most that fits into nanoseconds. */
  private static final Duration MAX_TIMEOUT = Duration.ofDays(3650);

  @Config(key = ENABLED, defaultValue = "true", reconfigurable = true, tags = {ConfigTag.OM},
      description = "Whether this OM takes part in range compaction. When false the OM still applies replicated"
          + " compaction requests, so that it stays in step, but never compacts and refuses new jobs.")
  private volatile boolean enabled;

  @Config(key = "ozone.om.range.compaction.max.entries", defaultValue = "1000000",
      reconfigurable = true, tags = {ConfigTag.OM},
      type = ConfigType.LONG,
      description = "A range is split at SST file boundaries so that it holds at most this many entries.")
  private volatile long maxEntries;

  @Config(key = "ozone.om.range.compaction.max.bytes", defaultValue = "256MB",
      reconfigurable = true, tags = {ConfigTag.OM},
      type = ConfigType.SIZE,
      description = "A range is split at SST file boundaries so that it holds at most this many bytes.")
  private volatile long maxBytes;

  @Config(key = "ozone.om.range.compaction.tombstone.ratio", defaultValue = "0.3",
      reconfigurable = true, tags = {ConfigTag.OM},
      type = ConfigType.DOUBLE,
      description = "Ranges whose tombstones / entries are below this, in [0,1], are left out. Less than 0.01 counts as"
          + " 0.01.")
  private volatile double tombstoneRatio;

  @Config(key = "ozone.om.range.compaction.min.tombstones", defaultValue = "10000",
      reconfigurable = true, tags = {ConfigTag.OM},
      type = ConfigType.LONG,
      description = "Ranges with fewer tombstones are left out.")
  private volatile long minTombstones;

  @Config(key = "ozone.om.range.compaction.max.write.rate", defaultValue = "50MB",
      reconfigurable = true, tags = {ConfigTag.OM},
      type = ConfigType.SIZE,
      description = "Average bytes per second that one OM may rewrite over its turn, held by pauses after its steps.")
  private volatile long maxWriteRate;

  @Config(key = "ozone.om.range.compaction.max.parallel.nodes", defaultValue = "1",
      reconfigurable = true, tags = {ConfigTag.OM},
      type = ConfigType.INT,
      description = "How many OMs compact at once when a job does not say. Never more than a minority of the ring.")
  private volatile int maxParallelNodes;

  @Config(key = "ozone.om.range.compaction.turn.timeout", defaultValue = "1h",
      reconfigurable = true, tags = {ConfigTag.OM},
      type = ConfigType.TIME,
      description = "How long one OM's turn may wait since it last began (for the ring, clients, the disk) before it"
          + " fails.")
  private volatile Duration turnTimeout;

  @Config(key = "ozone.om.range.compaction.node.unreachable.timeout", defaultValue = "2m", tags = {ConfigTag.OM},
      type = ConfigType.TIME,
      description = "An OM that has not answered for so long loses its turn.")
  private Duration nodeUnreachableTimeout;

  @Config(key = "ozone.om.range.compaction.disk.reserve", defaultValue = "10GB",
      reconfigurable = true, tags = {ConfigTag.OM},
      type = ConfigType.SIZE,
      description = "Free space that must remain on the disk of om.db beyond what the next step may write.")
  private volatile long diskReserve;

  @Config(key = "ozone.om.range.compaction.exact.read.rate", defaultValue = "50MB", tags = {ConfigTag.OM},
      type = ConfigType.SIZE,
      description = "Average bytes per second of SST files that one OM reads in the background to count what lists and"
          + " previews show.")
  private long exactReadRate;

  @Config(key = "ozone.om.range.compaction.metrics.interval", defaultValue = "60s", tags = {ConfigTag.OM},
      type = ConfigType.TIME,
      description = "How often the figures of all tables are taken for metrics, 1s to 1d; 0 or less for never.")
  private Duration metricsInterval;

  @Config(key = GUARD, defaultValue = "false", tags = {ConfigTag.OM}, type = ConfigType.BOOLEAN,
      description = "Whether RocksDB ends SST files of the four FSO tables where a bucket ends, so that compacting a"
          + " bucket rewrites no other's rows. For 1,000 FSO buckets at most. Takes effect when the OM starts; files"
          + " change as they are rewritten.")
  private boolean guard;

  @Config(key = UNAUTHENTICATED_READS, defaultValue = "false", tags = {ConfigTag.OM, ConfigTag.SECURITY},
      description = "Serve bucket names and jobs to callers that OM's HTTP server has not authenticated although the"
          + " cluster is secure.")
  private boolean unauthenticatedReads;

  private volatile OzoneConfiguration conf;

  /** An invalid value is logged with its key, and its default is used; {@code conf} is not changed. */
  public static CompactionConfig from(OzoneConfiguration conf) {
    CompactionConfig config = SettingsReader.read(conf, CompactionConfig.class, (key, problem) ->
        LOG.error("{}. The default applies; correct it and restart this OM.", problem));
    config.conf = new OzoneConfiguration(conf);
    return config;
  }

  /**
   * True if the configuration switches {@code guard.CompactionGuard} on. The guard may refuse to work nevertheless.
   * Does not log invalid values, because {@link #from} logs them.
   */
  public static boolean isGuardOn(OzoneConfiguration conf) {
    return SettingsReader.read(conf, CompactionConfig.class, (key, problem) -> { }).guard;
  }

  /** Returns the keys that {@link #reconfigure} accepts. Other keys here cannot be changed while the OM runs. */
  public static List<String> reconfigurableKeys() {
    return reconfigurableFields().map(field -> field.getAnnotation(Config.class).key()).collect(Collectors.toList());
  }

  private static Stream<Field> reconfigurableFields() {
    return Arrays.stream(CompactionConfig.class.getDeclaredFields()).filter(field ->
        field.isAnnotationPresent(Config.class) && field.getAnnotation(Config.class).reconfigurable());
  }

  /**
   * Applies a setting and returns the value that is in effect then; null stands for the default.
   *
   * @param key one of {@link #reconfigurableKeys}
   * @throws IllegalArgumentException if the value is invalid; the message says why
   */
  public synchronized String reconfigure(String key, String value) {
    OzoneConfiguration changed = SettingsReader.with(conf, key, value);
    CompactionConfig read = SettingsReader.read(changed, CompactionConfig.class, (wrong, problem) -> {
      if (wrong.equals(key)) {
        throw new IllegalArgumentException(problem);
      }
    });
    conf = changed;
    reconfigurableFields().forEach(field -> take(field, read));
    LOG.info("{} is now {}", key, value == null ? "the default" : value);
    return value;
  }

  private void take(Field field, CompactionConfig read) {
    try {
      field.set(this, field.get(read));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Throws an IllegalArgumentException if a setting has a value of the right type that is not allowed. */
  @PostConstruct
  public void validate() {
    SettingsReader.require(maxEntries > 0, "max.entries must be above 0");
    SettingsReader.require(maxBytes > 0, "max.bytes must be above 0");
    SettingsReader.require(tombstoneRatio >= 0 && tombstoneRatio <= 1, "tombstone.ratio must lie in [0,1]");
    SettingsReader.require(minTombstones >= 0, "min.tombstones must not be negative");
    SettingsReader.require(maxWriteRate > 0, "max.write.rate must be above 0");
    SettingsReader.require(maxParallelNodes > 0, "max.parallel.nodes must be above 0");
    requireTimeout(turnTimeout, "turn.timeout");
    requireTimeout(nodeUnreachableTimeout, "node.unreachable.timeout");
    SettingsReader.require(exactReadRate > 0, "exact.read.rate must be above 0");
    SettingsReader.require(diskReserve >= 0, "disk.reserve must not be negative");
    SettingsReader.require(!areTablesMeasured() || metricsInterval.compareTo(Duration.ofSeconds(1)) >= 0
        && metricsInterval.compareTo(Duration.ofDays(1)) <= 0,
        "metrics.interval must lie between 1s and 1d, or be 0 for never");
  }

  private static void requireTimeout(Duration timeout, String name) {
    SettingsReader.require(!timeout.isNegative() && !timeout.isZero() && timeout.compareTo(MAX_TIMEOUT) <= 0,
        name + " must be above 0 and at most 3650d");
  }

  public boolean isEnabled() {
    return enabled;
  }

  /** Returns a sentence that says that range compaction is switched off on an OM. */
  public static String switchedOff(String nodeId) {
    return "Range compaction is switched off on " + nodeId + " (" + ENABLED + ").";
  }

  public long getMaxEntries() {
    return maxEntries;
  }

  public long getMaxBytes() {
    return maxBytes;
  }

  public double getTombstoneRatio() {
    return tombstoneRatio;
  }

  public long getMinTombstones() {
    return minTombstones;
  }

  public long getMaxWriteRate() {
    return maxWriteRate;
  }

  public int getMaxParallelNodes() {
    return maxParallelNodes;
  }

  public Duration getTurnTimeout() {
    return turnTimeout;
  }

  public Duration getNodeUnreachableTimeout() {
    return nodeUnreachableTimeout;
  }

  public long getDiskReserve() {
    return diskReserve;
  }

  public long getExactReadRate() {
    return exactReadRate;
  }

  public boolean areTablesMeasured() {
    return !metricsInterval.isNegative() && !metricsInterval.isZero();
  }

  /** The interval at which metrics of tables are measured; valid only if {@link #areTablesMeasured} returns true. */
  public Duration getMetricsInterval() {
    return metricsInterval;
  }

  public boolean isUnauthenticatedReads() {
    return unauthenticatedReads;
  }
}
