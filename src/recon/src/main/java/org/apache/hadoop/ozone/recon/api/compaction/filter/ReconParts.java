// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction.filter;

import com.google.inject.Injector;
import javax.servlet.ServletContext;

/** Gives Recon's own objects to classes that Jersey creates before Recon can inject these objects. */
public final class ReconParts {
  private ReconParts() {
  }

  public static Injector of(ServletContext server) {
    return (Injector) server.getAttribute(Injector.class.getName());
  }
}
