// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.ring;

import com.google.common.base.Throwables;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.DatabaseReads;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;

/**
 * Loads, with a separate class loader, the classes that answer reads in an OM. The jars of these classes are not on
 * the class path of {@code ozone admin}.
 */
final class OmClasses {
  private static final String READS = "org.apache.hadoop.ozone.om.compaction.rest.CopiedDatabaseReads";
  private static final String OM = "ozone-manager";
  /** Our jars for the OM, which are not on the class path of {@code ozone admin}. */
  private static final List<String> OURS = Collections.unmodifiableList(
      Arrays.asList("ozone-compaction-manager.jar", "ozone-compaction-planner.jar"));
  /** In the launcher's {@code .classpath} files, this variable stands for the directory of a jar. */
  private static final String LIB = "$HDDS_LIB_JARS_DIR";

  private OmClasses() {
  }

  /**
   * Opens a database for reads.
   *
   * @throws RefusedException if the database cannot be read, or the jars are missing
   */
  static DatabaseReads open(OzoneConfiguration conf, File path) throws IOException {
    try {
      return (DatabaseReads) reads().getConstructor(OzoneConfiguration.class, File.class).newInstance(conf, path);
    } catch (InvocationTargetException e) {
      Throwables.throwIfInstanceOf(e.getCause(), RefusedException.class);
      Throwables.throwIfInstanceOf(e.getCause(), Error.class);
      throw new RefusedException(ErrorCode.INTERNAL, path + " cannot be read: " + e.getCause(), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.toString(), e);
    }
  }

  private static Class<?> reads() throws IOException, ClassNotFoundException {
    ClassLoader own = OmClasses.class.getClassLoader();
    try {
      return Class.forName(READS, true, own);
    } catch (ClassNotFoundException e) {
      // The loader stays open until the process ends, because classes are loaded when they are first used.
      return Class.forName(READS, true, new URLClassLoader(jars().toArray(new URL[0]), own));
    }
  }

  /**
   * Returns our jars and the jars on the OM's class path. All are below {@code share/ozone/lib}, which also holds the
   * jar of this class.
   */
  private static List<URL> jars() throws IOException {
    File lib = lib();
    File classpath = new File(new File(lib.getParentFile(), "classpath"), OM + ".classpath");
    List<File> allNeeded = new ArrayList<>();
    OURS.forEach(jar -> allNeeded.add(new File(new File(lib, OM), jar)));
    allNeeded.add(classpath);
    for (File needed : allNeeded) {
      if (!needed.canRead()) {
        throw RefusedException.of(ErrorCode.INTERNAL, "--db needs the jars of 'ozone om' and of the add-on for it,"
            + " and " + needed + " cannot be read.")
            .withNextStep("Run it in an OZONE_HOME over which the ozone-compaction tarball is unpacked.");
      }
    }
    List<URL> jars = new ArrayList<>();
    for (File jar : allNeeded.subList(0, OURS.size())) {
      jars.add(url(jar));
    }
    File[] om = lib.listFiles((directory, name) -> name.matches(OM + "-\\d.*\\.jar"));
    for (File jar : om == null ? new File[0] : om) {
      jars.add(url(jar));
    }
    String listed = new String(Files.readAllBytes(classpath.toPath()), StandardCharsets.UTF_8).trim();
    for (String jar : listed.replaceFirst("^classpath=", "").split(":")) {
      jars.add(url(new File(jar.replace(LIB, lib.getPath()))));
    }
    return jars;
  }

  private static File lib() {
    try {
      return new File(OmClasses.class.getProtectionDomain().getCodeSource().getLocation().toURI()).getParentFile()
          .getParentFile();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static URL url(File jar) throws MalformedURLException {
    return jar.toURI().toURL();
  }
}
