// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.option;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.client.Query;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.TargetsJson;
import org.apache.hadoop.ozone.om.compaction.model.ThresholdsJson;
import org.apache.hadoop.ozone.om.compaction.rule.TargetKeyRange;
import org.apache.hadoop.ozone.om.compaction.rule.TargetNames;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options for targets and thresholds. Subclasses hold those of a subcommand. */
public abstract class TargetOptions {
  @Option(names = "--volume", paramLabel = "VOLUME", description = "Only buckets of this volume")
  private String volume;

  @Option(names = "--bucket", paramLabel = "/VOLUME/BUCKET",
      description = "Only this bucket; may be given several times")
  private List<String> buckets = new ArrayList<>();

  @Option(names = "--prefix", paramLabel = "TEXT",
      description = "Only keys of the one --bucket whose names begin so, such as logs/2024/. Of a file-system-optimized"
          + " bucket name a --path")
  private String prefix;

  @Option(names = "--path", paramLabel = "/VOLUME/BUCKET/DIR",
      description = "Only keys of this directory and of those below it that exist, at most 100 key ranges in each"
          + " table; in file-system-optimized buckets. What was in deleted ones is reached by --bucket alone")
  private String path;

  @Option(names = "--cf", paramLabel = "TABLE",
      description = "Only these tables (column families) of om.db, comma separated. Default: all")
  private List<String> tables = new ArrayList<>();

  @Option(names = "--key-range", paramLabel = "BEGIN..END",
      description = "Only these keys of the one table that --cf names, as a preview prints them; without --cf it is"
          + " TABLE:BEGIN..END. May be given several times")
  private List<String> keyRanges = new ArrayList<>();

  @Option(names = "--exclude", paramLabel = "/VOLUME[/BUCKET]",
      description = "Leave these volumes and buckets out, comma separated; * stands for any characters of a name, as"
          + " in '/shop/logs-*'")
  private List<String> exclude = new ArrayList<>();

  /** @throws RefusedException BAD_REQUEST if a key range cannot be read */
  public TargetsJson targets() throws RefusedException {
    List<String> names = distinct(CommaList.items(tables));
    TargetsJson targets = new TargetsJson().volume(volume).buckets(distinct(buckets)).prefix(prefix).path(path)
        .exclude(distinct(CommaList.items(exclude)));
    if (keyRanges.isEmpty()) {
      return targets.tables(names);
    }
    for (String text : keyRanges) {
      targets.addKeyRangesItem(JobModel.keyRange(TargetKeyRange.parse(names, text, TargetNames.OF_JOB)));
    }
    return targets;
  }

  private static List<String> distinct(List<String> names) {
    return new ArrayList<>(new LinkedHashSet<>(names));
  }

  /** Returns the thresholds that are given; others are null. */
  public abstract ThresholdsJson thresholds();

  /** @throws RefusedException BAD_REQUEST if a key range cannot be read */
  public Query query() throws RefusedException {
    return Query.of(targets(), thresholds());
  }

  /** Leaves out what has few tombstones. */
  private static class Minima {
    private static final String NAMED = "A bucket or key range that is named passes the default";

    @Option(names = "--min-ratio", paramLabel = "RATIO", converter = Ratio.class,
        description = "Leave out what has fewer tombstones per entry, such as 0.3 or 30%%. Default: 0.3 for a job and"
            + " its preview, or as the OM is configured; nothing for a list. " + NAMED)
    private Double minRatio;

    @Option(names = "--min-tombstones", paramLabel = "N", converter = Count.class,
        description = "Leave out what has fewer tombstones, such as 5000 or 10k. Default: 10000 for a job and its"
            + " preview, or as the OM is configured; nothing for a list. " + NAMED)
    private Long minTombstones;

    ThresholdsJson thresholds() {
      return new ThresholdsJson().minRatio(minRatio).minTombstones(minTombstones);
    }
  }

  /** Decides how ranges are cut, and which of them a job takes. */
  private static final class RangeShape extends Minima {
    @Option(names = "--max-entries", paramLabel = "N", converter = Count.class,
        description = "Split ranges so that each holds at most this many entries. Default: as the OM is configured")
    private Long maxEntries;

    @Option(names = "--max-bytes", paramLabel = "SIZE", converter = ByteSize.class,
        description = "Split ranges so that each holds at most this many bytes, such as 256MB. Default: as the OM is"
            + " configured")
    private Long maxBytes;

    @Option(names = "--top", paramLabel = "N", description = "Only the N best ranges of each node")
    private Integer top;

    @Override
    ThresholdsJson thresholds() {
      return super.thresholds().maxEntries(maxEntries).maxBytes(maxBytes).top(top);
    }
  }

  /** The options of {@code list}. */
  public static final class OfRows extends TargetOptions {
    @Mixin
    private Minima minima;

    @Override
    public ThresholdsJson thresholds() {
      return minima.thresholds();
    }
  }

  /** Adds the options of {@code preview} and {@code trigger}: for slow places, flushes, and the size of ranges. */
  public static class OfRanges extends TargetOptions {
    @Option(names = "--slow",
        description = "Only the places where lists are slow, as 'list' shows them: all of them, or those of what is"
            + " named beside it. Each OM looks for its own, and flushes a table first where a place waits for its"
            + " memory. A place is taken whole, also beyond what is named")
    private boolean slow;

    @Option(names = "--flush",
        description = "Where targets have tombstones in memory, write the tables' memory to disk first: only then can"
            + " they be compacted. Makes an L0 file as wide as the table's new keys, which drags in what lies below")
    private boolean flush;

    @Option(names = "--max-total-bytes", paramLabel = "SIZE", converter = ByteSize.class,
        description = "Write at most this many bytes on each OM, such as 20GB, best ranges first. Default: no limit")
    private Long maxTotalBytes;

    @ArgGroup(validate = false, order = 3, heading = "%nWhich ranges, and how large; rarely needed:%n")
    private RangeShape shape = new RangeShape();

    @Override
    public TargetsJson targets() throws RefusedException {
      return super.targets().slow(slow ? true : null);
    }

    /** True if tables are flushed first. */
    public boolean isFlush() {
      return flush;
    }

    @Override
    public Query query() throws RefusedException {
      return super.query().with("flush", flush ? true : null);
    }

    @Override
    public ThresholdsJson thresholds() {
      return shape.thresholds().maxTotalBytes(maxTotalBytes);
    }
  }

  /** Adds the option of {@code trigger} for all keys, which {@code preview} has too. */
  public static final class OfJob extends OfRanges {
    @Option(names = "--everything",
        description = "Whatever reaches the thresholds, of all buckets and of what deleted ones left behind; with"
            + " --cf, in these tables only. A job has to say it: without any target nothing is submitted")
    private Boolean everything;

    @Override
    public TargetsJson targets() throws RefusedException {
      return super.targets().everything(everything);
    }
  }
}
