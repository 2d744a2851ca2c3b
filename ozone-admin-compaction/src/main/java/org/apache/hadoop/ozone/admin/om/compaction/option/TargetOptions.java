// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.option;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.client.KeyRangeText;
import org.apache.hadoop.ozone.om.compaction.client.Query;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.KeyRange;
import org.apache.hadoop.ozone.om.compaction.model.Targets;
import org.apache.hadoop.ozone.om.compaction.model.Thresholds;
import picocli.CommandLine.Option;

/** Targets and thresholds of a list. */
public class TargetOptions {
  private static final String NAMED = "A bucket or key range that is named passes the default";

  @Option(names = "--volume", paramLabel = "VOLUME", description = "Only buckets of this volume")
  private String volume;

  @Option(names = "--bucket", paramLabel = "/VOLUME/BUCKET", description = "Only this bucket; trigger takes several")
  private List<String> buckets = new ArrayList<>();

  @Option(names = "--cf", paramLabel = "TABLE",
      description = "Only these tables (column families), comma separated. Default: all that have keys of buckets")
  private List<String> tables = new ArrayList<>();

  @Option(names = "--min-ratio", paramLabel = "RATIO", converter = Ratio.class,
      description = "Leave out what has fewer tombstones per entry, such as 0.3 or 30%%. Default: 0.3 for a job and its"
          + " preview, or as the OM is configured; nothing for a list. " + NAMED)
  private Double minRatio;

  @Option(names = "--min-tombstones", paramLabel = "N", converter = Count.class,
      description = "Leave out what has fewer tombstones, such as 5000 or 10k. Default: 10000 for a job and its"
          + " preview, or as the OM is configured; nothing for a list. " + NAMED)
  private Long minTombstones;

  public Targets targets() throws RefusedException {
    return new Targets().volume(volume).buckets(buckets).tables(CommaList.items(tables));
  }

  /** Whether any of these options is given. */
  public boolean areNamed() {
    return volume != null || !buckets.isEmpty() || !tables.isEmpty() || minRatio != null || minTombstones != null;
  }

  public Thresholds thresholds() {
    return new Thresholds().minRatio(minRatio).minTombstones(minTombstones);
  }

  /**
   * The query for targets that one read can show.
   *
   * @throws RefusedException BAD_REQUEST if it takes several
   */
  public Query query() throws RefusedException {
    List<Query> queries = queries();
    if (queries.size() > 1) {
      throw RefusedException.ofParameter(buckets.size() > 1 ? "bucket" : "keyRange",
          "One bucket or one key range at a time, or all of them.");
    }
    return queries.get(0);
  }

  /** The reads that show all targets together, as a read takes one bucket and one key range at most. */
  public List<Query> queries() throws RefusedException {
    Targets targets = targets();
    Thresholds thresholds = thresholds();
    Query all = new Query()
        .with("volume", targets.getVolume())
        .table(targets.getTables().isEmpty() ? null : String.join(",", targets.getTables()))
        .with("exclude", targets.getExclude().isEmpty() ? null : String.join(",", targets.getExclude()))
        .with("minRatio", thresholds.getMinRatio())
        .with("minTombstones", thresholds.getMinTombstones())
        .with("maxEntries", thresholds.getMaxEntries())
        .with("maxBytes", thresholds.getMaxBytes())
        .with("maxTotalBytes", thresholds.getMaxTotalBytes())
        .with("top", thresholds.getTop());
    List<Query> queries = new ArrayList<>();
    for (String bucket : new LinkedHashSet<>(targets.getBuckets())) {
      queries.add(all.bucket(bucket));
    }
    for (KeyRange range : new LinkedHashSet<>(targets.getKeyRanges())) {
      queries.add(all.table(range.getTable()).keyRange(KeyRangeText.print(range.getBegin(), range.getEnd())));
    }
    if (queries.isEmpty()) {
      queries.add(all);
    }
    if (queries.size() > 1) {
      // The limit applies to all targets together: DryRunPlan applies it, in the order of the merged plan.
      queries.replaceAll(query -> query.with("maxTotalBytes", null));
    }
    return queries;
  }

  /** Targets and thresholds of a compaction. */
  public static final class OfRanges extends TargetOptions {
    @Option(names = "--key-range", paramLabel = "BEGIN..END",
        description = "Only these keys of the one table that --cf names, as a preview prints them; trigger takes"
            + " several")
    private List<String> keyRanges = new ArrayList<>();

    @Option(names = "--exclude", paramLabel = "/VOLUME[/BUCKET]",
        description = "Leave these volumes and buckets out, comma separated; * stands for any characters of a name, as"
            + " in '/shop/logs-*'")
    private List<String> exclude = new ArrayList<>();

    @Option(names = "--max-entries", paramLabel = "N", converter = Count.class,
        description = "Split ranges so that each holds at most this many entries. Default: as the OM is configured")
    private Long maxEntries;

    @Option(names = "--max-bytes", paramLabel = "SIZE", converter = ByteSize.class,
        description = "Split ranges so that each holds at most this many bytes, such as 256MB. Default: as the OM is"
            + " configured")
    private Long maxBytes;

    @Option(names = "--max-total-bytes", paramLabel = "SIZE", converter = ByteSize.class,
        description = "Write at most this many bytes on each OM, such as 20GB, best ranges first. Default: no limit")
    private Long maxTotalBytes;

    @Option(names = "--top", paramLabel = "N", description = "Only the N best ranges of each node")
    private Integer top;

    @Override
    public Targets targets() throws RefusedException {
      Targets targets = super.targets().exclude(CommaList.items(exclude));
      if (!keyRanges.isEmpty()) {
        if (targets.getTables().size() != 1) {
          throw RefusedException.ofParameter("keyRange", "A key range lies in one table; name it with --cf.");
        }
        String table = targets.getTables().get(0);
        targets.tables(new ArrayList<>());
        for (String text : keyRanges) {
          targets.addKeyRangesItem(KeyRangeText.parse(table, text));
        }
      }
      return targets;
    }

    @Override
    public Thresholds thresholds() {
      return super.thresholds().maxEntries(maxEntries).maxBytes(maxBytes).maxTotalBytes(maxTotalBytes)
          .top(top);
    }
  }
}
