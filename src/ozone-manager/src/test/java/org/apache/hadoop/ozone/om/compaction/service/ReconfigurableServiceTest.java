// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.hdds.conf.ReconfigurationHandler;
import org.apache.hadoop.ozone.om.compaction.model.ServiceStateJson;
import org.junit.jupiter.api.Test;

/** Settings that change while the OM runs. */
class ReconfigurableServiceTest extends ServiceOverOmDb {
  private static final String LIMITS = "ozone.om.range.compaction.";

  @Test
  void isSwitchedOnToCompactAndOffWhileTheOmRuns() {
    conf.unset(PREFIX + "enabled");
    start();
    assertThat(service.reconfigure(PREFIX + "enabled", "true")).isEqualTo("true");
    assertThat(looked().getState()).isEqualTo(ServiceStateJson.OBSERVING);
    service.reconfigure(PREFIX + "mode", "compact");
    round();
    service.reconfigure(PREFIX + "enabled", null);
    assertThat(current().getState()).isEqualTo(ServiceStateJson.OFF);
  }

  /** The first look comes after one interval, a second after a change of settings, or whenever an OM begins to lead. */
  @Test
  void beforeTheFirstLookSaysOnlyHowOftenItLooks() {
    conf.set(PREFIX + "interval", "1h");
    assertThat(start().current().getMessage()).isEqualTo("It has not looked yet: it does so every 3600 s.");
  }

  @Test
  void roundsLeaveOutWhatIsExcludedWhileTheOmRuns() throws Exception {
    start();
    service.reconfigure(PREFIX + "exclude", "/other,/lake/q*");
    service.reconfigure(PREFIX + "mode", "compact");
    assertThat(round().getSpec().getTargets().getExcludeList()).containsExactly("/other", "/lake/q*");
    assertThatThrownBy(() -> service.reconfigure(PREFIX + "exclude", "/lake,/*"))
        .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("nothing is left to compact");
    assertThat(looked().getExclude()).containsExactly("/other", "/lake/q*");
    service.reconfigure(PREFIX + "exclude", null);
    assertThat(looked().getExclude()).isEmpty();
  }

  /** As {@code ozone admin reconfig} does it. */
  @Test
  void switchAndLimitsOfTheWholeAddOnAreTakenUp() throws Exception {
    ReconfigurationHandler handler = new ReconfigurationHandler("OM", new OzoneConfiguration(), any -> { });
    start().service.register(handler, limits);
    assertThat(handler.listReconfigureProperties()).contains(LIMITS + "enabled", LIMITS + "min.tombstones",
        LIMITS + "max.write.rate", PREFIX + "windows").doesNotContain(LIMITS + "node.unreachable.timeout");
    assertThat(looked().getRangesChosen()).isOne();

    handler.reconfigureProperty(LIMITS + "enabled", "false");
    assertThat(current().getState()).isEqualTo(ServiceStateJson.OFF);
    assertThatThrownBy(() -> handler.reconfigureProperty(LIMITS + "enabled", "ture"))
        .isInstanceOf(ReconfigurationException.class).rootCause().hasMessageContaining("it must be true or false");
    assertThat(limits.isEnabled()).isFalse();

    handler.reconfigureProperty(LIMITS + "enabled", "true");
    handler.reconfigureProperty(LIMITS + "min.tombstones", "100000");
    assertThat(looked().getRangesChosen()).isZero();
    handler.reconfigureProperty(LIMITS + "min.tombstones", null);
    assertThat(looked().getRangesChosen()).isOne();
  }

  @Test
  void invalidSettingIsRefusedAndChangesNothing() {
    start();
    assertThatThrownBy(() -> service.reconfigure(PREFIX + "windows", "Mon-Fri 25:00-26:00"))
        .isInstanceOf(IllegalArgumentException.class).hasMessageContaining(PREFIX + "windows");
    assertThat(looked().getWindows()).isEqualTo("always");
  }

  @Test
  void invalidSettingIsCorrectedWhileTheOmRuns() {
    conf.set(PREFIX + "interval", "soon");
    conf.set(PREFIX + "windows", "never");
    assertThat(start().current().getState()).isEqualTo(ServiceStateJson.FAULTY);
    service.reconfigure(PREFIX + "windows", "always");
    assertThat(current().getProblems()).singleElement().asString().contains("interval");
    service.reconfigure(PREFIX + "interval", "1s");
    assertThat(looked().getState()).isEqualTo(ServiceStateJson.OBSERVING);
  }

  @Test
  void doesNotStartWithInvalidSettingsAndNamesThem() {
    conf.set(PREFIX + "windows", "whenever");
    conf.set(PREFIX + "daily.bytes", "-1");
    start();
    assertThat(current().getState()).isEqualTo(ServiceStateJson.FAULTY);
    assertThat(current().getProblems()).hasSize(2).anySatisfy(problem ->
        assertThat(problem).startsWith(PREFIX + "windows = 'whenever' cannot be used ("));
  }
}
