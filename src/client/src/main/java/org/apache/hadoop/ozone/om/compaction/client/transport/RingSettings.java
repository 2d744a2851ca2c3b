// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client.transport;

import java.time.Duration;
import org.apache.hadoop.hdds.conf.Config;
import org.apache.hadoop.hdds.conf.ConfigGroup;
import org.apache.hadoop.hdds.conf.ConfigTag;
import org.apache.hadoop.hdds.conf.ConfigType;

/** Time limits of a client of a ring. */
@ConfigGroup(prefix = RingSettings.PREFIX)
public class RingSettings {
  static final String PREFIX = "ozone.om.range.compaction.client";
  public static final String CONNECT_TIMEOUT = PREFIX + ".connect.timeout";
  public static final String READ_TIMEOUT = PREFIX + ".read.timeout";
  public static final String ANSWER_TIMEOUT = PREFIX + ".answer.timeout";
  public static final String LOOKUP_TIMEOUT = PREFIX + ".lookup.timeout";
  public static final String SUBMIT_TIMEOUT = PREFIX + ".submit.timeout";

  @Config(key = CONNECT_TIMEOUT, defaultValue = "2s", tags = {ConfigTag.CLIENT},
      type = ConfigType.TIME,
      description = "How long to try to connect to one OM's HTTP port.")
  private Duration connectTimeout;

  @Config(key = READ_TIMEOUT, defaultValue = "5s", tags = {ConfigTag.CLIENT},
      type = ConfigType.TIME,
      description = "How long to wait for one OM's answer over HTTP.")
  private Duration readTimeout;

  @Config(key = ANSWER_TIMEOUT, defaultValue = "20s", tags = {ConfigTag.CLIENT},
      type = ConfigType.TIME,
      description = "How long one OM's whole answer over HTTP may take, with the wait for a free connection. The read"
          + " time-out counts from byte to byte.")
  private Duration answerTimeout;

  @Config(key = LOOKUP_TIMEOUT, defaultValue = "10s", tags = {ConfigTag.CLIENT},
      type = ConfigType.TIME,
      description = "How long to look for the leader when reading.")
  private Duration lookupTimeout;

  @Config(key = SUBMIT_TIMEOUT, defaultValue = "30s", tags = {ConfigTag.CLIENT},
      type = ConfigType.TIME,
      description = "How long to look for the leader, and to wait for its answer, when triggering or cancelling.")
  private Duration submitTimeout;

  public Duration getConnectTimeout() {
    return connectTimeout;
  }

  public Duration getReadTimeout() {
    return readTimeout;
  }

  public Duration getAnswerTimeout() {
    return answerTimeout;
  }

  public Duration getLookupTimeout() {
    return lookupTimeout;
  }

  public Duration getSubmitTimeout() {
    return submitTimeout;
  }
}
