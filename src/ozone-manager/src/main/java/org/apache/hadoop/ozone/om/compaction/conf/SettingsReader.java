// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.conf;

import java.lang.reflect.Field;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.hdds.conf.Config;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;

/** Reads a group of settings one by one, so that an invalid value does not affect the others. */
final class SettingsReader {
  private SettingsReader() {
  }

  /** Receives an invalid setting, whose default applies. */
  interface Unusable {
    void told(String key, String value, String why);
  }

  /**
   * @param conf is not changed
   * @param type with fields annotated by {@link Config}
   */
  static <T> T read(OzoneConfiguration conf, Class<T> type, Unusable unusable) {
    OzoneConfiguration accepted = new OzoneConfiguration(conf);
    Map<Field, String> given = new LinkedHashMap<>();
    for (Field field : type.getDeclaredFields()) {
      Config config = field.getAnnotation(Config.class);
      String value = config == null ? null : conf.get(config.key());
      if (value != null) {
        given.put(field, value);
        accepted.unset(config.key());
      }
    }
    given.forEach((field, value) -> {
      String key = field.getAnnotation(Config.class).key();
      accepted.set(key, value);
      try {
        requireTruth(field, value);
        accepted.getObject(type);
      } catch (RuntimeException e) {
        accepted.unset(key);
        unusable.told(key, value, e.getMessage());
      }
    });
    return accepted.getObject(type);
  }

  /** Refuses a value of a boolean setting other than true and false, for which Hadoop silently takes the default. */
  private static void requireTruth(Field field, String value) {
    require(field.getType() != boolean.class || "true".equalsIgnoreCase(value.trim())
        || "false".equalsIgnoreCase(value.trim()), "it must be true or false");
  }

  /** Throws if a value that can be parsed is invalid. */
  static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }
}
