// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.hadoop.hdds.client.RatisReplicationConfig;
import org.apache.hadoop.hdds.client.ReplicationConfig;
import org.apache.hadoop.hdds.protocol.proto.HddsProtos.ReplicationFactor;
import org.apache.hadoop.ozone.client.OzoneBucket;
import org.apache.hadoop.ozone.client.OzoneClient;
import org.apache.hadoop.ozone.client.OzoneKey;
import org.apache.hadoop.ozone.om.compaction.demo.BucketRows;
import org.apache.hadoop.ozone.om.compaction.demo.EmbeddedRing;

/**
 * Clients of a ring that create 20 keys for every 8 that they delete and every list of 100, in one bucket, until it is
 * closed. The oldest keys are deleted; as many new ones are created, and the other 12 writes are of keys that are
 * there, so that the number of live keys stays what it is.
 */
final class Workload implements AutoCloseable {
  private static final ReplicationConfig REPLICATION = RatisReplicationConfig.getInstance(ReplicationFactor.THREE);
  private static final int CREATES = 20;
  private static final int DELETES = 8;
  private static final int LISTED = 100;

  /** What clients do. */
  enum Kind { CREATE, DELETE, LIST }

  private final EmbeddedRing ring;
  private final String volume;
  private final String bucket;
  private final int live;
  private final AtomicInteger oldest;
  private final List<Client> clients = new ArrayList<>();
  /** {@link System#nanoTime} from which on what clients meet is counted. */
  private volatile long countsFrom = Long.MAX_VALUE;
  private volatile long countedTo;
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

  /** One operation. Nanoseconds. */
  private record Took(long began, long nanos) { }

  /** Latencies of one kind, milliseconds. */
  record Latencies(int count, double mean, double p50, double p99, double p999, double max) {
    private static Latencies of(long[] nanos) {
      Arrays.sort(nanos);
      return nanos.length == 0 ? new Latencies(0, 0, 0, 0, 0, 0)
          : new Latencies(nanos.length, Arrays.stream(nanos).average().orElse(0) / 1e6, part(nanos, 0.5),
              part(nanos, 0.99), part(nanos, 0.999), nanos[nanos.length - 1] / 1e6);
    }

    private static double part(long[] sorted, double part) {
      return sorted[(int) Math.min(sorted.length - 1, Math.floor(sorted.length * part))] / 1e6;
    }
  }

  /** Counts from now on what clients meet. */
  void count() {
    countsFrom = System.nanoTime();
  }

  /** Ends the clients. */
  void end() throws Exception {
    countedTo = System.nanoTime();
    close();
    for (Client client : clients) {
      if (client.fault != null) {
        throw client.fault;
      }
    }
  }

  /** What clients met since {@link #count}; to be asked once they have ended. */
  Map<Kind, Latencies> latencies() {
    Map<Kind, Latencies> latencies = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      latencies.put(kind, latencies(kind, countsFrom, countedTo));
    }
    return latencies;
  }

  /** The same, one kind in parts of equal time. */
  List<Latencies> inParts(Kind kind, int parts) {
    long part = (countedTo - countsFrom) / parts;
    return IntStream.range(0, parts)
        .mapToObj(i -> latencies(kind, countsFrom + i * part, countsFrom + (i + 1) * part)).toList();
  }

  private Latencies latencies(Kind kind, long from, long to) {
    return Latencies.of(clients.stream().flatMap(client -> client.took.get(kind).stream())
        .filter(took -> from <= took.began && took.began < to).mapToLong(Took::nanos).toArray());
  }

  @Override
  public void close() throws InterruptedException {
    ended = true;
    for (Client client : clients) {
      client.join();
    }
  }

  private final class Client extends Thread {
    private final SplittableRandom random;
    private final Map<Kind, List<Took>> took = new EnumMap<>(Kind.class);
    private Exception fault;

    Client(int number) {
      super("benchmark-client-" + number);
      setDaemon(true);
      random = new SplittableRandom(number);
      for (Kind kind : Kind.values()) {
        took.put(kind, new ArrayList<>());
      }
    }

    @Override
    public void run() {
      try (OzoneClient client = ring.newClient()) {
        OzoneBucket keys = client.getObjectStore().getVolume(volume).getBucket(bucket);
        while (!ended) {
          for (int i = 0; i < DELETES && !ended; i++) {
            int gone = oldest.getAndIncrement();
            time(Kind.DELETE, () -> delete(keys, gone));
            time(Kind.CREATE, () -> create(keys, gone + live));
          }
          for (int i = DELETES; i < CREATES && !ended; i++) {
            int again = oldest.get() + live / 2 + random.nextInt(live / 4);
            time(Kind.CREATE, () -> create(keys, again));
          }
          time(Kind.LIST, () -> list(keys));
        }
      } catch (Exception e) {
        fault = e;
      }
    }

    private void time(Kind kind, Callable<?> operation) throws Exception {
      long began = System.nanoTime();
      operation.call();
      took.get(kind).add(new Took(began, System.nanoTime() - began));
    }
  }

  private static Object create(OzoneBucket bucket, int number) throws IOException {
    bucket.createKey(BucketRows.name(number), 0, REPLICATION, Map.of()).close();
    return null;
  }

  private static Object delete(OzoneBucket bucket, int number) throws IOException {
    bucket.deleteKey(BucketRows.name(number));
    return null;
  }

  private static int list(OzoneBucket bucket) throws IOException {
    int listed = 0;
    for (Iterator<? extends OzoneKey> keys = bucket.listKeys(""); listed < LISTED && keys.hasNext(); listed++) {
      keys.next();
    }
    return listed;
  }
}
