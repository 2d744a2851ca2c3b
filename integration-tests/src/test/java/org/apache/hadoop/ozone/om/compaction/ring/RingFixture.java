// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import java.io.IOException;
import org.apache.hadoop.ozone.om.compaction.demo.EmbeddedRing;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Hands the one ring of this JVM to every test that asks for it, and mends it after each. */
public final class RingFixture implements ParameterResolver, AfterEachCallback {
  private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(RingFixture.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == TestRing.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return shared(context).ring;
  }

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    shared(context).ring.mend();
  }

  private static Shared shared(ExtensionContext context) {
    return context.getRoot().getStore(NAMESPACE)
        .getOrComputeIfAbsent(Shared.class, key -> new Shared(), Shared.class);
  }

  private static final class Shared implements AutoCloseable {
    private final TestRing ring;

    private Shared() {
      try {
        ring = TestRing.start("shared", EmbeddedRing.Builder::start);
      } catch (IOException e) {
        throw new IllegalStateException("The shared ring did not start", e);
      }
    }

    @Override
    public void close() throws IOException {
      ring.close();
    }
  }
}
