// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.conf;

import java.lang.reflect.Field;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.hadoop.hdds.conf.Config;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;

/** Reads a group of settings one by one, so that an invalid value affects no other setting. */
public final class SettingsReader {
  private SettingsReader() {
  }

  /** A copy with a new value for one key; null removes the key, so that its default applies. */
  public static OzoneConfiguration with(OzoneConfiguration conf, String key, String value) {
    OzoneConfiguration changed = new OzoneConfiguration(conf);
    if (value == null) {
      changed.unset(key);
    } else {
      changed.set(key, value);
    }
    return changed;
  }

  /**
   * Returns a group of settings. An invalid setting gets its default.
   *
   * @param conf     not changed
   * @param type     class with fields annotated by {@link Config}
   * @param unusable receives the key of each invalid setting and a sentence, without its full stop, on what is wrong
   */
  static <T> T read(OzoneConfiguration conf, Class<T> type, BiConsumer<String, String> unusable) {
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
        unusable.accept(key, key + " = '" + value + "' cannot be used (" + e.getMessage() + ')');
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
