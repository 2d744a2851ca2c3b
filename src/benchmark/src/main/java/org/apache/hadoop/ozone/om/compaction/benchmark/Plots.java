// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The report's pictures. */
final class Plots {
  private static final int WIDTH = 1100;
  private static final int HEIGHT = 480;
  private static final int PANEL_WIDTH = 640;
  private static final int PANEL_HEIGHT = 380;
  private static final int MARKER = 6;
  private static final float SMALL_FONT = 10f;
  private static final String GROWTH = "growth";
  private static final int LABELS_TURNED = 20;
  /** A logarithm needs more than nothing. */
  private static final double NEARLY_NOTHING = 0.01;
  private static final Way[] COMPARED = {Way.NOTHING, Way.WHOLE_TABLE, Way.PROPOSED, Way.SCORED, Way.RANGES};
  private static final Color[] COLOURS = {new Color(0x9e9e9e), new Color(0xc0392b), new Color(0xe59866),
      new Color(0x7d6bb0), new Color(0x1f7a5c)};

  private static final Color[] GROWING = {new Color(0x1f7a5c), new Color(0xc0392b), new Color(0x2e6fb5),
      new Color(0xe59866), new Color(0x7d6bb0)};

  private final Results results;
  private final Path directory;
  private final Map<String, String> files = new LinkedHashMap<>();

  private Plots(Results results, Path directory) {
    this.results = results;
    this.directory = directory;
  }

  /** @return titles by names of PNG files */
  static Map<String, String> draw(Results results, Path directory) throws IOException {
    Plots plots = new Plots(results, directory);
    if (!results.cases().isEmpty()) {
      int keys = results.cases().stream().mapToInt(CaseBenchmark.Run::keys).max().orElse(0);
      plots.bars("seek", "Seek after, " + String.format("%,d keys", keys), "microseconds", keys,
          run -> run.after().seek());
      plots.bars("bytes", "Bytes read, written and checked, " + String.format("%,d keys", keys), "MB", keys,
          run -> run.movedBytes() / 1e6);
      plots.growth();
    }
    if (!results.workloads().isEmpty()) {
      plots.workload();
    }
    return plots.files;
  }

  private void bars(String file, String title, String unit, int keys, ToDoubleFunction<CaseBenchmark.Run> figure)
      throws IOException {
    List<Case> cases = Stream.of(Case.values()).filter(each -> results.sizes(each).contains(keys)).toList();
    CategoryChart chart = new CategoryChartBuilder().width(WIDTH).height(HEIGHT).title(title).yAxisTitle(unit).build();
    for (Way way : COMPARED) {
      if (way != Way.NOTHING || !"bytes".equals(file)) {
        chart.addSeries(way.title(), cases.stream().map(Plots::label).toList(), cases.stream()
            .map(each -> Math.max(NEARLY_NOTHING, results.of(each, keys, way, figure).median())).toList())
            .setFillColor(colour(way));
      }
    }
    chart.getStyler().setYAxisLogarithmic(true).setYAxisMin(NEARLY_NOTHING);
    style(chart);
    save(chart, file, title);
  }

  private static String label(Case each) {
    return each.name().toLowerCase().replace('_', ' ');
  }

  private static Color colour(Way way) {
    return COLOURS[List.of(COMPARED).indexOf(way)];
  }

  /** What becomes of the cases that were measured at most sizes as keys grow in number. */
  private void growth() throws IOException {
    List<XYChart> panels = List.of(
        panel("Seek: nothing done (dashed), after ranges", "us", Way.NOTHING, run -> run.after().seek()),
        panel("Moved: whole table (dashed), ranges and their checks", "MB", Way.WHOLE_TABLE,
            run -> run.movedBytes() / 1e6),
        panel("Time: whole table (dashed), ranges", "seconds", Way.WHOLE_TABLE, CaseBenchmark.Run::seconds),
        panel("Temporary disk: whole table (dashed), ranges", "MB", Way.WHOLE_TABLE,
            run -> run.temporaryBytes() / 1e6));
    if (results.sizes().size() > 1) {
      BitmapEncoder.saveBitmap(panels, panels.size() / 2, 2, directory.resolve(GROWTH).toString(),
          BitmapEncoder.BitmapFormat.PNG);
      files.put(GROWTH + ".png", "How it grows with the number of keys");
    }
  }

  private XYChart panel(String title, String unit, Way other, ToDoubleFunction<CaseBenchmark.Run> figure) {
    XYChart chart = new XYChartBuilder().width(PANEL_WIDTH).height(PANEL_HEIGHT).title(title).xAxisTitle("keys")
        .yAxisTitle(unit).build();
    DoubleSummaryStatistics all = new DoubleSummaryStatistics();
    int most = Stream.of(Case.values()).mapToInt(each -> results.sizes(each).size()).max().orElse(0);
    int colour = 0;
    for (Case each : Case.values()) {
      List<Integer> sizes = results.sizes(each);
      if (sizes.size() == most) {
        for (Way way : List.of(other, Way.RANGES)) {
          List<Double> values = sizes.stream()
              .map(keys -> Math.max(NEARLY_NOTHING, results.of(each, keys, way, figure).median())).toList();
          values.forEach(all::accept);
          XYSeries series = chart.addSeries(label(each) + (way == other ? ", dashed" : ""), sizes, values);
          series.setShowInLegend(way != other);
          series.setMarker(SeriesMarkers.CIRCLE).setMarkerColor(GROWING[colour]);
          series.setLineColor(GROWING[colour]);
          series.setLineStyle(way == other ? SeriesLines.DASH_DASH : SeriesLines.SOLID);
        }
        colour = (colour + 1) % GROWING.length;
      }
    }
    chart.getStyler().setXAxisLogarithmic(true).setYAxisLogarithmic(true).setMarkerSize(MARKER)
        .setLegendFont(chart.getStyler().getLegendFont().deriveFont(SMALL_FONT));
    // Whole decades: an axis that begins and ends within one has no label.
    chart.getStyler().setYAxisMin(Math.pow(10, Math.floor(Math.log10(all.getMin()))))
        .setYAxisMax(Math.pow(10, Math.ceil(Math.log10(all.getMax()))));
    chart.getStyler().setChartBackgroundColor(Color.WHITE).setLegendPosition(Styler.LegendPosition.OutsideS)
        .setLegendLayout(Styler.LegendLayout.Horizontal);
    return chart;
  }

  private void workload() throws IOException {
    String title = "What clients of a ring met";
    CategoryChart chart = new CategoryChartBuilder().width(WIDTH).height(HEIGHT).title(title).yAxisTitle("ms").build();
    List<String> labels = List.of("LIST mean", "LIST p99", "LIST max", "CREATE mean", "CREATE p99", "CREATE max");
    for (WorkloadBenchmark.Run run : results.workloads()) {
      List<Double> values = new ArrayList<>();
      for (Workload.Kind kind : List.of(Workload.Kind.LIST, Workload.Kind.CREATE)) {
        Workload.Latencies of = run.latencies().get(kind);
        values.addAll(List.of(of.mean(), of.p99(), of.max()));
      }
      chart.addSeries(run.mode().title(), labels, values);
    }
    style(chart);
    save(chart, "workload", title);
  }

  private static void style(Chart<?, ?> chart) {
    Styler styler = chart.getStyler();
    styler.setChartBackgroundColor(Color.WHITE).setLegendPosition(Styler.LegendPosition.OutsideS);
    if (chart instanceof CategoryChart bars) {
      bars.getStyler().setXAxisLabelRotation(LABELS_TURNED);
    }
  }

  private void save(Chart<?, ?> chart, String name, String title) throws IOException {
    BitmapEncoder.saveBitmap(chart, directory.resolve(name).toString(), BitmapEncoder.BitmapFormat.PNG);
    files.put(name + ".png", title);
  }
}
