// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.hadoop.ozone.om.compaction.model.BucketListJson;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.NodeJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeListJson;
import org.apache.hadoop.ozone.om.compaction.model.PressureJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeListJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceListJson;
import org.apache.hadoop.ozone.om.compaction.model.SlowPlaceListJson;
import org.apache.hadoop.ozone.om.compaction.model.SstFileListJson;
import org.apache.hadoop.ozone.om.compaction.model.WaitJson;

/**
 * Renders the model as text for people, in at most 120 columns. Only a bucket's name or a command line can be longer,
 * because neither is ever cut.
 */
public final class Rendering {
  private final Paint paint;
  private final TextTable.Layout layout;
  private final ZoneId zone;
  private final JobRendering jobs;

  public Rendering(Paint paint, TextTable.Layout layout, ZoneId zone) {
    this.paint = paint;
    this.layout = layout;
    this.zone = zone;
    this.jobs = new JobRendering(paint, layout, zone);
  }

  public JobRendering jobs() {
    return jobs;
  }

  public String nodes(NodeListJson list) {
    TextTable table = new TextTable()
        .left("NODE").left("ROLE").left("ADD-ON", Rendering::addOnStyle).left("OZONE").right("L0 FILES")
        .right("PENDING").right("FREE DISK").left("WOULD WAIT FOR", Rendering::waitStyle);
    for (NodeJson node : list.getNodes()) {
      PressureJson pressure = node.getPressure();
      boolean known = pressure != null;
      table.row(node.getNodeId() + (node.getHost() == null ? "" : " (" + node.getHost() + ")"),
          node.getRole().toString(), addOn(node), orNone(node.getOzoneVersion()),
          known ? pressure.getL0Files() + "/" + pressure.getL0SlowdownTrigger() : Units.NONE,
          known ? Units.bytes(pressure.getPendingCompactionBytes()) : Units.NONE,
          known ? Units.bytes(pressure.getFreeDiskBytes()) : Units.NONE,
          known ? waits(pressure.getWaits()) : Units.NONE);
      node.getWarnings().forEach(warning -> table.sentence(Units.onClock(warning, zone), Paint.Style.WARNING));
      if (node.getRunningJob() != null) {
        table.sentence("runs job " + node.getRunningJob());
      }
      if (known) {
        pressure.getWaits().forEach(wait -> table.sentence("would wait: " + wait.getMessage()));
      }
      if (node.getProblem() != null) {
        table.sentence(node.getProblem().getMessage());
      }
    }
    return table.render(paint, layout);
  }

  private static String addOn(NodeJson node) {
    if (node.getAddOnVersion() != null) {
      return node.getAddOnVersion();
    }
    if (!node.getReachable()) {
      return "unreachable";
    }
    return node.getProblem() != null && node.getProblem().getCode() == ErrorCode.ADD_ON_MISSING ? "missing" : "unknown";
  }

  private static Paint.Style addOnStyle(String text) {
    return Arrays.asList("unreachable", "missing", "unknown").contains(text) ? Paint.Style.BAD : Paint.Style.NORMAL;
  }

  private static Paint.Style waitStyle(String text) {
    return "nothing".equals(text) || Units.NONE.equals(text) ? Paint.Style.NORMAL : Paint.Style.WARNING;
  }

  private static String waits(List<WaitJson> waits) {
    if (waits.isEmpty()) {
      return "nothing";
    }
    return waits.get(0).getReason() + (waits.size() == 1 ? "" : " +" + (waits.size() - 1));
  }

  public String buckets(BucketListJson list) {
    return new BucketRendering(paint, layout).list(list);
  }

  /** Renders the places where lists are slow; {@code trigger} compacts them, null where none can be run. */
  public String places(SlowPlaceListJson list, Among among, String trigger) {
    return new PlaceRendering(paint, layout, trigger).list(list, among);
  }

  /** Renders lines about OMs whose places are not shown; empty if there is nothing to report. */
  public String otherNodes(List<NodeJson> others, Among among, UnaryOperator<String> command) {
    return OtherNodes.text(others, among, command);
  }

  public String ranges(RangeListJson list) {
    return new RangeRendering(paint, layout, zone).list(list);
  }

  public String sstFiles(SstFileListJson list) {
    return new SstFileRendering(paint, layout).list(list);
  }

  public String services(ServiceListJson list) {
    return new ServiceRendering(paint, zone).list(list);
  }

  private static String orNone(String text) {
    return text == null ? Units.NONE : text;
  }
}
