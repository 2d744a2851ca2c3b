// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.conf;

import java.lang.reflect.Field;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.hdds.conf.Config;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;

/** Reads a group of settings one by one, so that an invalid value affects no other setting. */
final class SettingsReader {
  private SettingsReader() {
  }

  /** Receives each invalid setting, for which the default is used. */
  interface Unusable {
    void told(String key, String value, String why);
  }

  /**
   * Returns a group of settings. An invalid setting has its default.
   *
   * @param conf     not changed
   * @param type     class with fields annotated by {@link Config}
   * @param unusable receives each invalid setting
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

  /** Throws if a boolean setting is neither true nor false; Hadoop would silently take the default for it. */
  private static void requireTruth(Field field, String value) {
    require(field.getType() != boolean.class || "true".equalsIgnoreCase(value.trim())
        || "false".equalsIgnoreCase(value.trim()), "it must be true or false");
  }

  /** Throws an IllegalArgumentException if a condition on a value does not hold. */
  static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }
}
