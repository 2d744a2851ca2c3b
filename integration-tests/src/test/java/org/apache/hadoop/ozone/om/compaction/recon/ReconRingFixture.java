// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.recon;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Hands one ring, and Recon beside it, to every test that asks for them. */
public final class ReconRingFixture implements ParameterResolver {
  private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(ReconRingFixture.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == RingWithRecon.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context.getRoot().getStore(NAMESPACE)
        .getOrComputeIfAbsent(Shared.class, key -> new Shared(), Shared.class).ring;
  }

  private static final class Shared implements ExtensionContext.Store.CloseableResource, AutoCloseable {
    private final RingWithRecon ring;

    private Shared() {
      try {
        ring = RingWithRecon.start();
      } catch (Exception e) {
        throw new IllegalStateException("The ring with Recon did not start", e);
      }
    }

    @Override
    public void close() throws Exception {
      ring.close();
    }
  }
}
