// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.apache.ozone.rocksdiff.RocksDBCheckpointDiffer;

/**
 * Finds how many bytes of replaced SST files stay on disk because Ozone snapshots need the files. Such a file has a
 * hard link in a snapshot's checkpoint, or in the backup directory of RocksDBCheckpointDiffer. Results are remembered.
 * Not thread-safe.
 */
public final class SnapshotRetention {
  private final boolean anySnapshot;
  private final File directory;
  private final File snapshots;
  private final Map<String, Boolean> held = new HashMap<>();
  private List<Path> checkpoints;

  private SnapshotRetention(boolean anySnapshot, File directory, File snapshots) {
    this.anySnapshot = anySnapshot;
    this.directory = directory;
    this.snapshots = snapshots;
  }

  public static SnapshotRetention read(OmDatabase database) throws DatabaseUnavailableException {
    return new SnapshotRetention(database.hasSnapshots(), database.directory(), database.snapshots());
  }

  /** Returns the checkpoints, youngest first. A young checkpoint is the most likely to link a live file. */
  private static List<Path> checkpoints(File snapshots) {
    File[] directories = snapshots.listFiles(File::isDirectory);
    if (directories == null) {
      return Collections.emptyList();
    }
    Map<File, Long> ages = new HashMap<>();
    Arrays.stream(directories).forEach(checkpoint -> ages.put(checkpoint, checkpoint.lastModified()));
    List<Path> youngestFirst = new ArrayList<>();
    Arrays.stream(directories).sorted(Comparator.comparing(ages::get).reversed())
        .forEach(checkpoint -> youngestFirst.add(checkpoint.toPath()));
    return youngestFirst;
  }

  public long bytes(String table, Collection<SstFile> replaced) {
    if (!anySnapshot) {
      return 0;
    }
    boolean allLinked = RocksDBCheckpointDiffer.COLUMN_FAMILIES_TO_TRACK_IN_DAG.contains(table);
    return replaced.stream().filter(file -> allLinked || held.computeIfAbsent(file.name(), this::isHeld))
        .mapToLong(SstFile::sizeBytes).sum();
  }

  private boolean isHeld(String name) {
    Path live = new File(directory, name).toPath();
    if (!hasOtherLinks(live)) {
      return false;
    }
    if (checkpoints == null) {
      checkpoints = checkpoints(snapshots);
    }
    return checkpoints.stream().anyMatch(checkpoint -> isSameFile(checkpoint.resolve(name), live));
  }

  /** True if a file has other links, which may be a snapshot's, or if the file system has no link counts. */
  private static boolean hasOtherLinks(Path live) {
    try {
      Object links = Files.getAttribute(live, "unix:nlink");
      return !(links instanceof Number) || ((Number) links).intValue() > 1;
    } catch (UnsupportedOperationException | IllegalArgumentException e) {
      // This file system has no link counts, so the checkpoints have to be searched.
      return true;
    } catch (NoSuchFileException e) {
      // The file is deleted by now, so nothing keeps it.
      return false;
    } catch (IOException e) {
      return unknown(live, e);
    }
  }

  /** True if a snapshot's file is a link to the live file, not another file with the same name. */
  private static boolean isSameFile(Path linked, Path live) {
    try {
      return Files.exists(linked) && Files.isSameFile(linked, live);
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      return unknown(linked, e);
    }
  }

  private static boolean unknown(Path file, IOException why) {
    ReadFaults.log("Whether a snapshot keeps " + file.getFileName() + " is not known, and counted as no", why);
    return false;
  }
}
