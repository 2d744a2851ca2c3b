// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.page;

import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Provides each test with a visit, and keeps its trace if the test fails. */
final class VisitFixture implements ParameterResolver, AfterEachCallback {
  private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(VisitFixture.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Visit.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    PlaywrightAssertions.setDefaultAssertionTimeout(Visit.MAX_WAIT_MILLIS);
    return context.getStore(NAMESPACE).getOrComputeIfAbsent(Visit.class,
        key -> new Visit(shared(context).browsers.browser()), Visit.class);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    Visit visit = context.getStore(NAMESPACE).remove(Visit.class, Visit.class);
    if (visit != null) {
      try (visit) {
        if (context.getExecutionException().isPresent()) {
          visit.keep(folderOf(context));
        }
      }
    }
  }

  private static Path folderOf(ExtensionContext context) {
    return Browsers.FILES.resolve(context.getRequiredTestClass().getSimpleName())
        .resolve(context.getDisplayName().replaceAll("\\W+", "-"));
  }

  private static Shared shared(ExtensionContext context) {
    return context.getStore(ExtensionContext.StoreScope.LAUNCHER_SESSION, NAMESPACE)
        .getOrComputeIfAbsent(Shared.class, key -> new Shared(), Shared.class);
  }

  private static final class Shared implements ExtensionContext.Store.CloseableResource, AutoCloseable {
    private final Browsers browsers = new Browsers();

    @Override
    public void close() {
      browsers.close();
    }
  }
}
