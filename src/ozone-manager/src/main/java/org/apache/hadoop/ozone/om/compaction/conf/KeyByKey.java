// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.conf;

import java.lang.reflect.Field;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.hdds.conf.Config;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;

/** Reads a group of settings one after the other, so that one that cannot be used leaves the others as they are. */
final class KeyByKey {
  private KeyByKey() {
  }

  /** Told of a setting that cannot be used; its default applies. */
  interface Unusable {
    void told(String key, String value, String why);
  }

  /**
   * @param conf not changed
   * @param type with fields that are {@link Config}
   */
  static <T> T read(OzoneConfiguration conf, Class<T> type, Unusable unusable) {
    OzoneConfiguration accepted = new OzoneConfiguration(conf);
    Map<String, String> given = new LinkedHashMap<>();
    for (Field field : type.getDeclaredFields()) {
      Config config = field.getAnnotation(Config.class);
      String value = config == null ? null : conf.get(config.key());
      if (value != null) {
        given.put(config.key(), value);
        accepted.unset(config.key());
      }
    }
    for (Map.Entry<String, String> entry : given.entrySet()) {
      accepted.set(entry.getKey(), entry.getValue());
      try {
        accepted.getObject(type);
      } catch (RuntimeException e) {
        accepted.unset(entry.getKey());
        unusable.told(entry.getKey(), entry.getValue(), e.getMessage());
      }
    }
    return accepted.getObject(type);
  }

  /** For values that parse but make no sense. */
  static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }
}
