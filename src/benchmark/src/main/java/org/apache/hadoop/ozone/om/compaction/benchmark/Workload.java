// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hdds.client.RatisReplicationConfig;
import org.apache.hadoop.hdds.client.ReplicationConfig;
import org.apache.hadoop.hdds.protocol.proto.HddsProtos.ReplicationFactor;
import org.apache.hadoop.ozone.client.OzoneBucket;
import org.apache.hadoop.ozone.client.OzoneClient;
import org.apache.hadoop.ozone.client.OzoneKey;
import org.apache.hadoop.ozone.om.compaction.demo.BucketRows;
import org.apache.hadoop.ozone.om.compaction.demo.EmbeddedRing;

/**
 * Clients of a ring that create 20 keys for every 8 that they delete and every list of 100, in one bucket, until
 * closed. They delete the oldest keys. 8 of the 20 keys are new and 12 exist already, so that the number of live keys
 * stays the same.
 */
final class Workload implements AutoCloseable {
  private static final ReplicationConfig REPLICATION = RatisReplicationConfig.getInstance(ReplicationFactor.THREE);
  private static final int CREATES = 20;
  private static final int DELETES = 8;
  private static final int LISTED = 100;

  /** An operation of a client. */
  enum Kind { CREATE, DELETE, LIST }

  private final EmbeddedRing ring;
  private final String volume;
  private final String bucket;
  private final int live;
  private final AtomicInteger oldest;
  private final List<Client> clients = new ArrayList<>();
  private volatile boolean ended;

  /** @param firstLive number of the oldest of {@code live} keys, see {@link BucketRows#name} */
  Workload(EmbeddedRing ring, String volume, String bucket, int firstLive, int live, int threads) {
    this.ring = ring;
    this.volume = volume;
    this.bucket = bucket;
    this.live = live;
    this.oldest = new AtomicInteger(firstLive);
    for (int i = 0; i < threads; i++) {
      clients.add(new Client(i));
    }
    clients.forEach(Thread::start);
  }

  /** Stops the clients. @throws Exception the first error of a client */
  void end() throws Exception {
    close();
    for (Client client : clients) {
      if (client.fault != null) {
        throw client.fault;
      }
    }
  }

  /**
   * Latencies of the clients; to be asked for after they have ended. @param from and {@code to}: {@link
   * System#nanoTime}
   */
  Timings.Latencies latencies(Kind kind, long from, long to) {
    return Timings.latencies(clients.stream().map(client -> client.timings.get(kind)).toList(), from, to);
  }

  @Override
  public void close() throws InterruptedException {
    ended = true;
    for (Client client : clients) {
      client.join();
    }
  }

  private interface Operation {
    void run() throws Exception;
  }

  private final class Client extends Thread {
    private final SplittableRandom random;
    private final Map<Kind, Timings> timings = new EnumMap<>(Kind.class);
    private Exception fault;

    Client(int number) {
      super("benchmark-client-" + number);
      setDaemon(true);
      random = new SplittableRandom(number);
      for (Kind kind : Kind.values()) {
        timings.put(kind, new Timings());
      }
    }

    @Override
    public void run() {
      try (OzoneClient client = ring.newClient()) {
        OzoneBucket keys = client.getObjectStore().getVolume(volume).getBucket(bucket);
        while (!ended) {
          for (int i = 0; i < DELETES && !ended; i++) {
            int gone = oldest.getAndIncrement();
            time(Kind.DELETE, () -> keys.deleteKey(BucketRows.name(gone)));
            create(keys, gone + live);
          }
          for (int i = DELETES; i < CREATES && !ended; i++) {
            create(keys, oldest.get() + live / 2 + random.nextInt(live / 4));
          }
          time(Kind.LIST, () -> list(keys));
        }
      } catch (Exception e) {
        fault = e;
      }
    }

    private void create(OzoneBucket keys, int number) throws Exception {
      time(Kind.CREATE, () -> keys.createKey(BucketRows.name(number), 0, REPLICATION, Map.of()).close());
    }

    private static void list(OzoneBucket keys) throws Exception {
      Iterator<? extends OzoneKey> listed = keys.listKeys("");
      for (int i = 0; i < LISTED && listed.hasNext(); i++) {
        listed.next();
      }
    }

    private void time(Kind kind, Operation operation) throws Exception {
      long began = System.nanoTime();
      operation.run();
      timings.get(kind).add(began);
    }
  }
}
