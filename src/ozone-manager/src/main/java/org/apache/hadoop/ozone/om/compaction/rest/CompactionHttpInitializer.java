// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.hdds.server.http.HttpServer2;
import org.apache.hadoop.http.FilterContainer;
import org.apache.hadoop.http.FilterInitializer;
import org.apache.hadoop.http.lib.StaticUserWebFilter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds the read servlet to OM's HTTP server. This is a filter initializer, because only filter initializers are given
 * the server object.
 */
public final class CompactionHttpInitializer extends FilterInitializer {
  private static final Logger LOG = LoggerFactory.getLogger(CompactionHttpInitializer.class);
  private static final String PATH = "/compaction/*";

  /** Appends this class to the filter initializers of {@code conf}, after Hadoop's default if none are configured. */
  public static void addTo(OzoneConfiguration conf) {
    String name = CompactionHttpInitializer.class.getName();
    String given = conf.getTrimmed(HttpServer2.FILTER_INITIALIZER_PROPERTY, "");
    if (given.isEmpty()) {
      // A configured value replaces Hadoop's default, so the value has to contain the default.
      given = StaticUserWebFilter.class.getName();
    }
    if (!given.contains(name)) {
      conf.set(HttpServer2.FILTER_INITIALIZER_PROPERTY, given + "," + name);
    }
  }

  @Override
  public void initFilter(FilterContainer container, Configuration conf) {
    try {
      ((HttpServer2) container).addServlet("range-compaction", PATH, CompactionServlet.class);
    } catch (Throwable e) {
      LOG.error("This OM's HTTP server runs without range compaction. Is the add-on made for this Ozone?", e);
    }
  }
}
