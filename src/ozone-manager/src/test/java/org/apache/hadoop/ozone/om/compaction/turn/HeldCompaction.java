// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import java.lang.reflect.Field;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdds.utils.db.RocksDatabase;
import org.apache.hadoop.hdds.utils.db.managed.ManagedDBOptions;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.awaitility.Awaitility;
import org.rocksdb.AbstractEventListener;
import org.rocksdb.RocksDB;

/**
 * Holds the next compaction of a database at its beginning for as long as the test needs. RocksDB calls Ozone's
 * listeners from the compaction's thread, and each of them is synchronized: a thread that owns their monitors blocks
 * the compaction.
 */
public final class HeldCompaction {
  private static final long PATIENCE_SECONDS = 60;

  private final OpenOmDb db;
  private final RocksDB rocksDb;
  private final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);

  private HeldCompaction(OpenOmDb db) {
    this.db = db;
    this.rocksDb = db.rocksDb();
  }

  /** Blocks all compactions from now on at their beginning. */
  public static HeldCompaction in(OpenOmDb db) throws Exception {
    HeldCompaction compaction = new HeldCompaction(db);
    // RocksDatabase does not expose its options.
    Field options = RocksDatabase.class.getDeclaredField("dbOptions");
    options.setAccessible(true);
    Iterator<AbstractEventListener> listeners =
        ((ManagedDBOptions) options.get(db.database().rocks())).listeners().iterator();
    CompletableFuture.runAsync(() -> compaction.hold(listeners));
    compaction.held.await();
    return compaction;
  }

  private void hold(Iterator<AbstractEventListener> listeners) {
    if (listeners.hasNext()) {
      synchronized (listeners.next()) {
        hold(listeners);
      }
    } else {
      held.countDown();
      try {
        released.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Lets compactions go on. */
  public void release() {
    released.countDown();
  }

  /** Waits until a compaction runs, and closes the database under it. */
  public void closeDatabase() throws Exception {
    Awaitility.await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).until(() -> db.runningCompactions() > 0);
    OmDatabase database = db.database();
    CompletableFuture<Void> closing = CompletableFuture.runAsync(() -> {
      try {
        db.stop();
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    });
    Awaitility.await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).until(() -> !database.isOpen());
    // Closing does this next; doing it here makes sure it happens before the compaction goes on.
    rocksDb.cancelAllBackgroundWork(false);
    released.countDown();
    closing.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }
}
