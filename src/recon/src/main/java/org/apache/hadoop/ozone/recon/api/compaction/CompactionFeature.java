// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction;

import com.google.inject.Injector;
import java.io.IOException;
import java.util.EnumSet;
import javax.servlet.DispatcherType;
import javax.servlet.Filter;
import javax.servlet.ServletContext;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.Feature;
import javax.ws.rs.core.FeatureContext;
import javax.ws.rs.ext.Provider;
import org.apache.hadoop.ozone.recon.api.compaction.filter.BodyFilter;
import org.apache.hadoop.ozone.recon.api.compaction.filter.JsonErrorFilter;
import org.apache.hadoop.ozone.recon.api.compaction.filter.NavigationFilter;
import org.apache.hadoop.ozone.recon.api.compaction.filter.ReconParts;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.servlet.FilterHolder;
import org.eclipse.jetty.servlet.FilterMapping;
import org.eclipse.jetty.servlet.ServletHandler;
import org.glassfish.jersey.server.spi.AbstractContainerLifecycleListener;
import org.glassfish.jersey.server.spi.Container;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds the add-on's filters and its navigation entry to Recon. Recon has no extension point for filters, but Jersey
 * creates every Feature below Recon's API package.
 */
@Provider
public final class CompactionFeature implements Feature {
  private static final Logger LOG = LoggerFactory.getLogger(CompactionFeature.class);
  private static final String OURS = "/api/v1/om/compaction/*";

  @Context
  private ServletContext server;

  @Override
  public boolean configure(FeatureContext context) {
    try {
      ServletHandler servlets = ContextHandler.getContextHandler(server).getChildHandlerByClass(ServletHandler.class);
      // Put before Recon's own filters, so that refusals by Recon's filters become JSON too.
      servlets.prependFilterMapping(add(servlets, new BodyFilter(), OURS, EnumSet.of(DispatcherType.REQUEST)));
      servlets.prependFilterMapping(add(servlets, new JsonErrorFilter(), OURS, EnumSet.of(DispatcherType.REQUEST)));
      // Put behind Recon's own filters, so that a user whom they refuse does not get the page.
      servlets.addFilterMapping(add(servlets, new NavigationFilter(), NavigationFilter.PAGE,
          EnumSet.of(DispatcherType.REQUEST, DispatcherType.FORWARD)));
    } catch (RuntimeException | LinkageError e) {
      LOG.warn("Range compaction has no entry in Recon's navigation; its page is at /api/v1/om/compaction/ui/", e);
    }
    context.register(new AbstractContainerLifecycleListener() {
      @Override
      public void onShutdown(Container container) {
        closeRing();
      }
    });
    return true;
  }

  private static FilterMapping add(ServletHandler servlets, Filter filter, String path,
      EnumSet<DispatcherType> dispatches) {
    FilterHolder holder = new FilterHolder(filter);
    holder.setName(filter.getClass().getName());
    holder.setAsyncSupported(true);
    FilterMapping mapping = new FilterMapping();
    mapping.setFilterName(holder.getName());
    mapping.setPathSpec(path);
    mapping.setDispatcherTypes(dispatches);
    servlets.addFilter(holder);
    return mapping;
  }

  private void closeRing() {
    Injector recon = ReconParts.of(server);
    if (recon != null) {
      try {
        recon.getInstance(ReconRing.class).close();
      } catch (IOException | RuntimeException e) {
        LOG.warn("The connection to the OMs was not closed", e);
      }
    }
  }
}
