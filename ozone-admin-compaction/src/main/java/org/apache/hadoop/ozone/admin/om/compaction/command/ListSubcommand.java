// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.ozone.admin.om.compaction.option.Output;
import org.apache.hadoop.ozone.admin.om.compaction.option.TargetOptions;
import org.apache.hadoop.ozone.admin.om.compaction.render.Among;
import org.apache.hadoop.ozone.admin.om.compaction.render.Progress;
import org.apache.hadoop.ozone.admin.om.compaction.render.Unscanned;
import org.apache.hadoop.ozone.admin.om.compaction.ring.Polling;
import org.apache.hadoop.ozone.om.compaction.client.Query;
import org.apache.hadoop.ozone.om.compaction.client.TreeReads;
import org.apache.hadoop.ozone.om.compaction.model.BucketJson;
import org.apache.hadoop.ozone.om.compaction.model.BucketListJson;
import org.apache.hadoop.ozone.om.compaction.model.BucketSortJson;
import org.apache.hadoop.ozone.om.compaction.model.NotLookedAtJson;
import org.apache.hadoop.ozone.om.compaction.model.SlowPlaceJson;
import org.apache.hadoop.ozone.om.compaction.model.SlowPlaceListJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code list}: shows the places where lists are slow, or the tombstones per bucket and table. */
@Command(name = "list",
    description = "Show where lists are slow, why, and the command that mends it; or tombstones per bucket and table",
    footer = {
        "  ozone admin om compaction list",
        "  ozone admin om compaction list --bucket /shop/orders",
        "  ozone admin om compaction list --all",
        "  ozone admin om compaction list --bucket /shop/orders --exact",
        "  ozone admin om compaction list --volume shop --min-tombstones 10k",
        "  ozone admin om compaction list --db /data/copy/om.db"
    })
class ListSubcommand extends TreeSubcommand {
  /** Interval of {@code --watch}. */
  private static final Duration REDRAWN = Duration.ofSeconds(5);
  /** Rows of one read where all are shown; some megabytes of JSON. */
  private static final int ROWS_OF_A_PAGE = 1_000;

  @Mixin
  private TargetOptions.OfRows targets;

  @Option(names = "--search", paramLabel = "TEXT",
      description = "Only buckets that have this somewhere in /VOLUME/BUCKET, in capitals or not, and places with keys"
          + " of them")
  private String search;

  @Option(names = "--sort", paramLabel = "ORDER",
      description = "Order of the buckets, one of ${COMPLETION-CANDIDATES}: WAIT is slow lists first, then by RUN, the"
          + " tombstones in a row and those in memory (default: WAIT)")
  private BucketSortJson sort;

  @Option(names = "--all",
      description = "Show all buckets, each with its tombstones, not the places where a list is slow, that is waits for"
          + " 5 ms or longer (or as ozone.om.range.compaction.service.hurting.seek says). Implied by --sort, --exact,"
          + " --min-ratio and --min-tombstones. All rows, unless --length is given")
  private boolean all;

  @Option(names = "--watch",
      description = "Show it again every five seconds on a terminal, until Ctrl-C; elsewhere it is shown once")
  private boolean watch;

  @Override
  TargetOptions targets() {
    return targets;
  }

  @Override
  int answer(TreeReads trees) throws IOException {
    return all || sort != null || counts() ? buckets(trees) : places(trees);
  }

  private int places(TreeReads trees) throws IOException {
    Query query = query().with("search", search);
    SlowPlaceListJson list = readsDatabase() ? untilComplete(trees, query) : trees.places(query);
    if (watch && canRedraw()) {
      list = new Polling(surroundings(), null).every(REDRAWN).until(list, () -> trees.places(query), look -> false,
          look -> redraw(text(look)));
    }
    print(list, SlowPlaceJson.class, list.getPlaces(), text(list));
    if (isText()) {
      out().print(rendering().otherNodes(trees.others(query), among(), this::command));
      out().flush();
    }
    if (!list.getPlaces().isEmpty()) {
      if (search == null) {
        hintOnRing(triggerSlow());
      } else {
        hintCommand("A job selects nothing by a text. To compact these places, name their buckets:",
            command("trigger --slow --bucket /VOLUME/BUCKET"));
      }
    }
    if (search != null && list.getPlaces().isEmpty()
        && trees.buckets(query().with("search", search).limit(1).prevKey(null)).getTotalCount() == 0) {
      say("Nothing matches: no bucket has '" + search + "' in its name.");
    }
    more(list.getNextKey(), list.getPlaces().size(), list.getTotalCount());
    return report(list.getUnanswered());
  }

  /**
   * Looks at a database until all of it is looked at, or a look finds nothing new. Another command would have to begin
   * anew, because what was looked at is known to one process only.
   */
  private SlowPlaceListJson untilComplete(TreeReads trees, Query query) throws IOException {
    Progress progress = progress();
    SlowPlaceListJson before = null;
    SlowPlaceListJson look = trees.places(query);
    while (!look.getNotLookedAt().isEmpty() && !look.equals(before)) {
      progress.show(tombstonesLeft(look) + " tombstones left to look at");
      before = look;
      look = trees.places(query);
    }
    progress.show("");
    return look;
  }

  private static long tombstonesLeft(SlowPlaceListJson look) {
    return look.getNotLookedAt().stream().mapToLong(NotLookedAtJson::getTombstones).sum();
  }

  private String text(SlowPlaceListJson list) {
    return rendering().places(list, among(), readsDatabase() || search != null ? null : triggerSlow());
  }

  private Among among() {
    return search == null && !isSelective() ? Among.EVERYTHING : Among.WHAT_MATCHES;
  }

  private int buckets(TreeReads trees) throws IOException {
    Query query = query().with("search", search).with("sort", sort).limit(length(ROWS_OF_A_PAGE));
    BucketListJson list = read(() -> trees.buckets(query), Unscanned::of);
    if (watch && canRedraw()) {
      list = new Polling(surroundings(), null).every(REDRAWN).until(list, () -> trees.buckets(query), look -> false,
          look -> redraw(rendering().buckets(look)));
    }
    boolean goesOn = isAnyLength();
    if (goesOn && list.getNextKey() != null) {
      // All pages have to come from the OM that sent the first one, because another OM can become the leader meanwhile.
      Query next = query.nodeId(list.getBuckets().get(0).getNodeId());
      AllPages pages = new AllPages(out(), key -> trees.buckets(next.prevKey(key)));
      if (isJson()) {
        beginDocument();
        pages.json(list);
      } else if (output() == Output.CSV) {
        pages.csv(list);
      } else {
        pages.text(list, rendering()::buckets);
      }
      out().flush();
      report(Unscanned.of(list));
      if (isFirstPage() && pages.printed() != pages.total()) {
        hint("Rows changed their places while they were read: " + pages.printed() + " are shown, "
            + pages.total() + " exist. For an order that stays, add --sort NAME.");
      }
    } else {
      print(list, BucketJson.class, list.getBuckets(), rendering().buckets(list));
      out().flush();
      report(Unscanned.of(list));
      more(goesOn ? null : list.getNextKey(), list.getBuckets().size(), list.getTotalCount());
    }
    return report(list.getUnanswered());
  }
}
