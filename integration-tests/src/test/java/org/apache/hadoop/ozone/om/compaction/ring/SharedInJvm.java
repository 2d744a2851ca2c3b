// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Provides all tests of this JVM with one object: created for the first, closed after the last. It is kept in the
 * launcher's session, as Surefire runs each class as a plan of its own if it has several JVMs.
 */
public abstract class SharedInJvm<T extends AutoCloseable> implements ParameterResolver {
  private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(SharedInJvm.class);

  private final Class<T> type;
  private final Start<T> start;

  /** Creates the object. */
  @FunctionalInterface
  protected interface Start<T> {
    T start() throws Exception;
  }

  protected SharedInJvm(Class<T> type, Start<T> start) {
    this.type = type;
    this.start = start;
  }

  @Override
  public final boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == type;
  }

  @Override
  public final T resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return shared(context);
  }

  /** The object. */
  protected final T shared(ExtensionContext context) {
    return context.getStore(StoreScope.LAUNCHER_SESSION, NAMESPACE).getOrComputeIfAbsent(type, key -> started(), type);
  }

  private T started() {
    try {
      return start.start();
    } catch (Exception e) {
      throw new IllegalStateException(type.getSimpleName() + " did not start: " + e, e);
    }
  }
}
