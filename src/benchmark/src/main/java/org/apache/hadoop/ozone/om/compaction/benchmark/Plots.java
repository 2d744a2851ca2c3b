// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
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
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.Styler;
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

  /** What becomes of each case as keys grow in number. */
  private void growth() throws IOException {
    List<XYChart> panels = List.of(
        panel("Seek before", "us", Way.NOTHING, run -> run.before().seek()),
        panel("Seek after, ranges", "us", Way.RANGES, run -> run.after().seek()),
        panel("Moved by whole table", "MB", Way.WHOLE_TABLE, run -> run.movedBytes() / 1e6),
        panel("Moved by ranges, checks among it", "MB", Way.RANGES, run -> run.movedBytes() / 1e6),
        panel("Time of whole table", "seconds", Way.WHOLE_TABLE, CaseBenchmark.Run::seconds),
        panel("Time of ranges", "seconds", Way.RANGES, CaseBenchmark.Run::seconds),
        panel("Temporary disk of whole table", "MB", Way.WHOLE_TABLE, run -> run.temporaryBytes() / 1e6),
        panel("Temporary disk of ranges", "MB", Way.RANGES, run -> run.temporaryBytes() / 1e6));
    if (results.sizes().size() > 1) {
      BitmapEncoder.saveBitmap(panels, panels.size() / 2, 2, directory.resolve(GROWTH).toString(),
          BitmapEncoder.BitmapFormat.PNG);
      files.put(GROWTH + ".png", "How it grows with the number of keys");
    }
  }

  private XYChart panel(String title, String unit, Way way, ToDoubleFunction<CaseBenchmark.Run> figure) {
    XYChart chart = new XYChartBuilder().width(PANEL_WIDTH).height(PANEL_HEIGHT).title(title).xAxisTitle("keys")
        .yAxisTitle(unit).build();
    for (Case each : Case.values()) {
      List<Integer> sizes = results.sizes(each);
      if (sizes.size() > 1) {
        chart.addSeries(label(each), sizes, sizes.stream()
            .map(keys -> Math.max(NEARLY_NOTHING, results.of(each, keys, way, figure).median())).toList())
            .setMarker(SeriesMarkers.CIRCLE);
      }
    }
    chart.getStyler().setXAxisLogarithmic(true).setYAxisLogarithmic(true).setMarkerSize(MARKER)
        .setLegendFont(chart.getStyler().getLegendFont().deriveFont(SMALL_FONT));
    chart.getStyler().setChartBackgroundColor(Color.WHITE).setLegendPosition(Styler.LegendPosition.OutsideE);
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
