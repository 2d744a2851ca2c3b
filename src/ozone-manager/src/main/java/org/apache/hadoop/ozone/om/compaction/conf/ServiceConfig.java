// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.conf;

import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.hdds.conf.Config;
import org.apache.hadoop.hdds.conf.ConfigGroup;
import org.apache.hadoop.hdds.conf.ConfigTag;
import org.apache.hadoop.hdds.conf.ConfigType;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.hdds.conf.PostConstruct;
import org.apache.hadoop.ozone.om.compaction.rule.Exclusion;
import org.apache.hadoop.ozone.om.compaction.rule.JobSpecRules;
import org.apache.hadoop.ozone.om.compaction.rule.WeeklyWindows;
import org.apache.hadoop.ozone.om.compaction.rule.WindowRules;

/**
 * Settings of the automatic service, which may change while the OM runs. The service does not start if a value is
 * invalid.
 */
@ConfigGroup(prefix = "ozone.om.range.compaction.service")
public class ServiceConfig {
  public static final String ENABLED = "ozone.om.range.compaction.service.enabled";
  public static final String MODE = "ozone.om.range.compaction.service.mode";
  public static final String EXCLUDE = "ozone.om.range.compaction.service.exclude";
  public static final String DAILY_BYTES = "ozone.om.range.compaction.service.daily.bytes";

  private static final long MAX_BYTES = 1L << 50;
  private static final Duration MAX_AGE = Duration.ofDays(3650);
  private static final Duration MIN_SEEK = Duration.ofNanos(1_000);

  /** Decides whether the service submits rounds or only shows them. */
  public enum Mode {
    /** The service only shows which rounds it would submit. */
    OBSERVE,
    /** The service submits rounds. */
    COMPACT
  }

  @Config(key = ENABLED, defaultValue = "false", tags = {ConfigTag.OM},
      description = "Whether the OM that leads looks for ranges worth compacting by itself.")
  private boolean enabled;

  @Config(key = MODE, defaultValue = "observe", tags = {ConfigTag.OM},
      description = "What the service does with what it decides: 'observe' shows what it would compact, and compacts"
          + " nothing; 'compact' submits it as jobs.")
  private String mode;

  @Config(key = "ozone.om.range.compaction.service.interval", defaultValue = "10m", tags = {ConfigTag.OM},
      type = ConfigType.TIME,
      description = "How long the service waits between two looks, 1s to 1d.")
  private Duration interval;

  @Config(key = "ozone.om.range.compaction.service.max.age", defaultValue = "7d", tags = {ConfigTag.OM},
      type = ConfigType.TIME,
      description = "A range that reaches tombstone.ratio, with a thousand tombstones at least that may be older, is"
          + " worth compacting; 0 for no such limit.")
  private Duration maxAge;

  @Config(key = "ozone.om.range.compaction.service.hurting.seek", defaultValue = "5ms", tags = {ConfigTag.OM},
      type = ConfigType.TIME,
      description = "A range where a list waits as long, by estimate, is worth compacting, however few tombstones it"
          + " holds.")
  private Duration hurtingSeek;

  @Config(key = DAILY_BYTES, defaultValue = "20GB", tags = {ConfigTag.OM}, type = ConfigType.SIZE,
      description = "Bytes that the service may write on one OM in any 24 hours.")
  private long dailyBytes;

  @Config(key = WindowRules.SERVICE_WINDOWS, defaultValue = "always", tags = {ConfigTag.OM},
      description = "When the service may compact: 'always', or such as 'Mon-Fri 20:00-06:00, Sat-Sun Europe/Berlin';"
          + " without a zone in that of the OM. Not on days off, which come last:"
          + " 'always except 2026-12-24..2027-01-02 2027-04-05'.")
  private String windows;

  @Config(key = EXCLUDE, defaultValue = "", tags = {ConfigTag.OM},
      description = "Volumes and buckets that the service leaves alone, comma separated: /volume or /volume/bucket,"
          + " with * for any characters of a name. A job that somebody triggers may compact them.")
  private String exclude;

  @Config(key = "ozone.om.range.compaction.service.max.write.rate", defaultValue = "20MB", tags = {ConfigTag.OM},
      type = ConfigType.SIZE,
      description = "Bytes per second that a round may write on average on the OM whose turn it is.")
  private long maxWriteRate;

  /** One sentence for each invalid setting, by its key. */
  private final Map<String, String> problems = new LinkedHashMap<>();

  public static List<String> keys() {
    return Arrays.stream(ServiceConfig.class.getDeclaredFields()).map(field -> field.getAnnotation(Config.class))
        .filter(Objects::nonNull).map(Config::key).collect(Collectors.toList());
  }

  /** Reads the settings; {@link #getProblems} then tells which values are invalid. {@code conf} is not changed. */
  public static ServiceConfig from(OzoneConfiguration conf) {
    Map<String, String> problems = new LinkedHashMap<>();
    ServiceConfig config = SettingsReader.read(conf, ServiceConfig.class, problems::put);
    config.problems.putAll(problems);
    return config;
  }

  /** Throws an IllegalArgumentException if a setting has a value of the right type that is not allowed. */
  @PostConstruct
  public void validate() {
    SettingsReader.require(Arrays.stream(Mode.values()).anyMatch(each -> each.name().equalsIgnoreCase(mode.trim())),
        "it must be 'observe' or 'compact'");
    SettingsReader.require(!interval.minusSeconds(1).isNegative() && interval.compareTo(Duration.ofDays(1)) <= 0,
        "it must lie between 1s and 1d");
    SettingsReader.require(!maxAge.isNegative() && maxAge.compareTo(MAX_AGE) <= 0, "it must lie between 0 and 3650d");
    SettingsReader.require(hurtingSeek.compareTo(MIN_SEEK) >= 0 && hurtingSeek.compareTo(Duration.ofDays(1)) <= 0,
        "it must lie between 1us and 1d");
    SettingsReader.require(dailyBytes > 0 && dailyBytes <= MAX_BYTES, "it must lie between 1 and 1PB");
    SettingsReader.require(maxWriteRate > 0 && maxWriteRate <= JobSpecRules.MAX_WRITE_RATE,
        "it must lie between 1 and 1TB");
    WeeklyWindows.parse(windows, ZoneId.systemDefault());
    String problem = Exclusion.problem(getExclude()).orElse(null);
    SettingsReader.require(problem == null, problem);
    SettingsReader.require(!Exclusion.of(getExclude()).patternForAll().isPresent(),
        "nothing is left to compact; to switch the service off set " + ENABLED + " to false");
  }

  public boolean isEnabled() {
    return enabled;
  }

  public Mode getMode() {
    return Mode.valueOf(mode.trim().toUpperCase(Locale.ROOT));
  }

  public Duration getInterval() {
    return interval;
  }

  /**
   * Returns the maximum age of tombstones; zero if there is no maximum. A range with at least a thousand tombstones
   * that may be older is worth compacting.
   */
  public Duration getMaxAge() {
    return maxAge;
  }

  public Duration getHurtingSeek() {
    return hurtingSeek;
  }

  public long getDailyBytes() {
    return dailyBytes;
  }

  /** Maximum average write rate of rounds on one OM, in bytes per second. */
  public long getMaxWriteRate() {
    return maxWriteRate;
  }

  public WeeklyWindows getWindows() {
    return WeeklyWindows.parse(windows, ZoneId.systemDefault());
  }

  /** Patterns of volumes and buckets that the service leaves out. */
  public List<String> getExclude() {
    return Exclusion.patterns(exclude);
  }

  /** One sentence for each invalid setting, with its key and the reason; the service starts only if there is none. */
  public List<String> getProblems() {
    return new ArrayList<>(problems.values());
  }

  /** Returns a sentence on a setting that is invalid, with its key and the reason; empty if it is valid. */
  public Optional<String> problem(String key) {
    return Optional.ofNullable(problems.get(key));
  }
}
