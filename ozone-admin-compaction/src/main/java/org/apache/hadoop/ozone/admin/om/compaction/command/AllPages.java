// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Function;
import org.apache.hadoop.ozone.admin.om.compaction.render.CsvText;
import org.apache.hadoop.ozone.om.compaction.model.BucketJson;
import org.apache.hadoop.ozone.om.compaction.model.BucketListJson;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;

/**
 * Prints all pages of {@code /buckets} as one result. Only one page is in memory at a time, as there may be a million
 * rows.
 */
final class AllPages {
  private static final String ROWS = "buckets";
  private static final String NEXT_KEY = "nextKey";

  private final PrintWriter out;
  private final Pages pages;
  private long printed;
  private long total;

  /** Reads the page that begins behind a key. */
  @FunctionalInterface
  interface Pages {
    BucketListJson behind(String nextKey) throws IOException;
  }

  AllPages(PrintWriter out, Pages pages) {
    this.out = out;
    this.pages = pages;
  }

  /** The number of rows printed. */
  long printed() {
    return printed;
  }

  /** The number of rows that exist, as the last page says. */
  long total() {
    return total;
  }

  private interface Sink {
    void take(BucketListJson page) throws IOException;
  }

  private void each(BucketListJson first, Sink sink) throws IOException {
    BucketListJson page = first;
    sink.take(page);
    printed = page.getBuckets().size();
    while (page.getNextKey() != null) {
      page = pages.behind(page.getNextKey());
      sink.take(page);
      printed += page.getBuckets().size();
    }
    total = page.getTotalCount();
  }

  void csv(BucketListJson first) throws IOException {
    out.print(CsvText.head(BucketJson.class));
    each(first, page -> out.print(CsvText.lines(BucketJson.class, page.getBuckets())));
  }

  /** Prints one document: what the first page says, with the rows of all pages. */
  void json(BucketListJson first) throws IOException {
    ObjectMapper mapper = CompactionJson.mapper();
    ObjectNode document = mapper.valueToTree(first);
    try (JsonGenerator json = mapper.getFactory().createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      // A document that a failure cuts off must not look whole.
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_JSON_CONTENT);
      json.useDefaultPrettyPrinter();
      json.writeStartObject();
      for (Iterator<Map.Entry<String, JsonNode>> it = document.fields(); it.hasNext();) {
        Map.Entry<String, JsonNode> field = it.next();
        if (field.getKey().equals(ROWS)) {
          json.writeArrayFieldStart(ROWS);
          each(first, page -> {
            for (BucketJson row : page.getBuckets()) {
              mapper.writeValue(json, row);
            }
          });
          json.writeEndArray();
        } else if (!field.getKey().equals(NEXT_KEY)) {
          json.writeFieldName(field.getKey());
          mapper.writeValue(json, field.getValue());
        }
      }
      json.writeEndObject();
    }
    out.println();
  }

  /** Prints a table for each page. What is said of all rows follows the last one. */
  void text(BucketListJson first, Function<BucketListJson, String> table) throws IOException {
    each(first, page -> {
      boolean isLast = page.getNextKey() == null;
      BucketListJson shown = new BucketListJson().totalCount(page.getTotalCount()).buckets(page.getBuckets())
          .filesToScan(page.getFilesToScan()).unanswered(page.getUnanswered());
      if (page == first) {
        shown.remarks(page.getRemarks());
      }
      if (isLast) {
        shown.tables(page.getTables()).notLookedAt(page.getNotLookedAt());
      }
      out.print((page == first ? "" : "\n") + table.apply(shown));
      out.flush();
    });
  }
}
