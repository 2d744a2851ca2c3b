// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ozonetests;

import java.lang.instrument.Instrumentation;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.matcher.ElementMatchers;
import net.bytebuddy.utility.JavaModule;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.OzoneManager;

/**
 * Java agent that gives every {@link OzoneManager} of the JVM the add-on. Ozone's tests create their OMs themselves, so
 * nothing but the class of the OM is common to all of them.
 */
public final class AddOnAgent {
  private AddOnAgent() {
  }

  /** Called by the JVM before the tests. */
  public static void premain(String arguments, Instrumentation instrumentation) {
    new AgentBuilder.Default().with(new Failures())
        .type(ElementMatchers.named("org.apache.hadoop.ozone.om.OzoneManager"))
        .transform((builder, type, loader, module, domain) -> builder
            .visit(Advice.to(Created.class).on(ElementMatchers.isConstructor()))
            .visit(Advice.to(RestartedInPlace.class)
                .on(ElementMatchers.named("restart").and(ElementMatchers.takesNoArguments())))
            .visit(Advice.to(Stopped.class)
                .on(ElementMatchers.named("stop").and(ElementMatchers.takesNoArguments()))))
        .installOn(instrumentation);
  }

  /** Configures before an OM is created, as its database is opened then, and installs afterwards. */
  static final class Created {
    private Created() {
    }

    @Advice.OnMethodEnter
    static void enter(@Advice.Argument(0) OzoneConfiguration conf) {
      AddOns.configure(conf);
    }

    @Advice.OnMethodExit
    static void exit(@Advice.This Object om) {
      AddOns.install((OzoneManager) om);
    }
  }

  /**
   * {@code OzoneManager.restart()}, which no process of Ozone calls, opens the database and starts Ratis again. Until
   * it returns, the OM counts as stopped, and the add-on's threads end in an OM that is stopped. So this OM is a stock
   * OM until then.
   */
  static final class RestartedInPlace {
    private RestartedInPlace() {
    }

    @Advice.OnMethodExit
    static void exit(@Advice.This Object om) {
      AddOns.installAgain((OzoneManager) om);
    }
  }

  /** Closes the add-on before its OM stops, as the starter does. */
  static final class Stopped {
    private Stopped() {
    }

    @Advice.OnMethodEnter
    static void enter(@Advice.This Object om) {
      AddOns.close((OzoneManager) om);
    }
  }

  /** Ends the JVM if the OM cannot be changed: all tests would run, and without the add-on. */
  private static final class Failures extends AgentBuilder.Listener.Adapter {
    @Override
    public void onError(String type, ClassLoader loader, JavaModule module, boolean loaded, Throwable error) {
      error.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
  }
}
