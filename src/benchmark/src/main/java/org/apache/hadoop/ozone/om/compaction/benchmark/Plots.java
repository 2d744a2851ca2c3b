// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.benchmark.CaseBenchmark.Run;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Draws the plots of the documents as PNG files. */
final class Plots {
  /** Stands for 0 on a logarithmic axis. */
  private static final double NEARLY_NOTHING = 0.01;
  private static final Color[] COLOURS = {new Color(0x1f7a5c), new Color(0xc0392b), new Color(0x2e6fb5),
      new Color(0xe59866), new Color(0x7d6bb0)};

  private Plots() {
  }

  /**
   * Plots bytes by number of keys, for the cases that were measured at most sizes, or at all of them but one: the
   * largest has one case only. @param file without ending
   */
  static void growth(Path file, List<Run> runs) throws IOException {
    List<XYChart> panels = List.of(
        panel("Seek: nothing done (dashed), after ranges", "us", runs, Way.NOTHING, run -> run.after().seek()),
        panel("Moved: whole table (dashed), ranges and their checks", "MB", runs, Way.WHOLE_TABLE,
            run -> run.movedBytes() / 1e6),
        panel("Time: whole table (dashed), ranges", "seconds", runs, Way.WHOLE_TABLE, Run::seconds));
    BitmapEncoder.saveBitmap(panels, 1, panels.size(), file.toString(), BitmapEncoder.BitmapFormat.PNG);
  }

  private static XYChart panel(String title, String unit, List<Run> runs, Way other, ToDoubleFunction<Run> figure) {
    XYChart chart = new XYChartBuilder().width(640).height(380).title(title).xAxisTitle("keys").yAxisTitle(unit)
        .build();
    int most = Stream.of(Case.values()).mapToInt(each -> of(runs, each, other).size()).max().orElse(0);
    int fewest = Math.max(2, most - 1);
    int colour = 0;
    for (Case each : Case.values()) {
      if (of(runs, each, other).size() >= fewest) {
        Color next = COLOURS[colour++ % COLOURS.length];
        for (Way way : List.of(other, Way.RANGES)) {
          List<Run> drawn = of(runs, each, way);
          XYSeries series = chart.addSeries(each.label() + (way == other ? ", dashed" : ""),
              drawn.stream().map(Run::keys).toList(),
              drawn.stream().map(run -> Math.max(NEARLY_NOTHING, figure.applyAsDouble(run))).toList());
          series.setShowInLegend(way != other);
          series.setMarker(SeriesMarkers.CIRCLE).setMarkerColor(next).setLineColor(next)
              .setLineStyle(way == other ? SeriesLines.DASH_DASH : SeriesLines.SOLID);
        }
      }
    }
    double[] values = runs.stream().filter(run -> of(runs, run.of(), other).size() >= fewest)
        .filter(run -> run.way() == other || run.way() == Way.RANGES)
        .mapToDouble(run -> Math.max(NEARLY_NOTHING, figure.applyAsDouble(run))).sorted().toArray();
    chart.getStyler().setXAxisLogarithmic(true).setYAxisLogarithmic(true).setMarkerSize(6)
        .setLegendFont(chart.getStyler().getLegendFont().deriveFont(10f));
    // Whole decades, as an axis that begins and ends within a decade has no labels.
    chart.getStyler().setYAxisMin(Math.pow(10, Math.floor(Math.log10(values[0]))))
        .setYAxisMax(Math.pow(10, Math.ceil(Math.log10(values[values.length - 1]))));
    chart.getStyler().setChartBackgroundColor(Color.WHITE).setLegendPosition(Styler.LegendPosition.OutsideS)
        .setLegendLayout(Styler.LegendLayout.Horizontal);
    return chart;
  }

  private static List<Run> of(List<Run> runs, Case each, Way way) {
    return runs.stream().filter(run -> run.of() == each && run.way() == way)
        .sorted((a, b) -> Integer.compare(a.keys(), b.keys())).toList();
  }

  /** Plots the latencies of a ring's clients. @param file without ending */
  static void workload(Path file, List<WorkloadBenchmark.Run> runs) throws IOException {
    CategoryChart chart = new CategoryChartBuilder().width(1100).height(480).title("What clients of a ring met")
        .yAxisTitle("ms").build();
    List<String> labels = List.of("LIST mean", "LIST p99", "LIST max", "CREATE mean", "CREATE p99", "CREATE max");
    for (WorkloadBenchmark.Run run : runs) {
      Timings.Latencies list = run.latencies().get(Workload.Kind.LIST);
      Timings.Latencies create = run.latencies().get(Workload.Kind.CREATE);
      chart.addSeries(run.title(), labels,
          List.of(list.mean(), list.p99(), list.max(), create.mean(), create.p99(), create.max()));
    }
    chart.getStyler().setXAxisLabelRotation(20).setYAxisLogarithmic(true).setYAxisMin(10.0);
    chart.getStyler().setChartBackgroundColor(Color.WHITE).setLegendPosition(Styler.LegendPosition.OutsideE);
    BitmapEncoder.saveBitmap(chart, file.toString(), BitmapEncoder.BitmapFormat.PNG);
  }
}
