// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.fault;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.hdds.client.RatisReplicationConfig;
import org.apache.hadoop.hdds.client.ReplicationConfig;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.hdds.protocol.proto.HddsProtos.ReplicationFactor;
import org.apache.hadoop.ozone.client.OzoneBucket;
import org.apache.hadoop.ozone.client.OzoneClient;
import org.apache.hadoop.ozone.client.OzoneClientFactory;
import org.apache.hadoop.ozone.client.OzoneKey;
import org.apache.hadoop.ozone.om.compaction.dist.RingSite;
import org.apache.hadoop.ozone.om.exceptions.OMException;

/**
 * Clients that continuously create, delete and list empty keys, and remember what was acknowledged. Each has names of
 * its own. A failed operation may or may not have happened: its key is unknown until it is written again.
 */
final class Clients implements AutoCloseable {
  private static final ReplicationConfig REPLICATION = RatisReplicationConfig.getInstance(ReplicationFactor.THREE);
  private static final int KEYS = 400;
  private static final int LIST_EVERY = 50;
  private static final int LOOKS = 20;
  private static final Duration PAUSE = Duration.ofMillis(500);

  private final OzoneConfiguration conf;
  private final List<Client> clients = new ArrayList<>();
  private final AtomicLong acknowledged = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private volatile boolean ended;

  private Clients(OzoneConfiguration conf) {
    this.conf = conf;
  }

  static Clients start(OzoneConfiguration conf, int count, long seed) {
    Clients clients = new Clients(conf);
    for (int i = 0; i < count; i++) {
      Client client = clients.new Client(i, new SplittableRandom(seed + i));
      clients.clients.add(client);
      client.start();
    }
    return clients;
  }

  /** The number of operations acknowledged by the ring. */
  long acknowledged() {
    return acknowledged.get();
  }

  /** The number of operations that ended with an error or no answer. */
  long failed() {
    return failed.get();
  }

  /** Waits until this many more operations were acknowledged, which shows that the ring works. */
  void awaitWork(int operations) {
    long until = acknowledged() + operations;
    ProcessRing.await("clients' work").until(() -> acknowledged() >= until);
  }

  /** Ends all clients. */
  @Override
  public void close() throws InterruptedException {
    ended = true;
    for (Client client : clients) {
      client.join();
    }
  }

  /** Reads back every key whose state is known; @return the differences from what was acknowledged. */
  List<String> lies() throws IOException {
    List<String> lies = new ArrayList<>();
    try (OzoneClient client = OzoneClientFactory.getRpcClient(RingSite.SERVICE, conf)) {
      OzoneBucket bucket = bucket(client);
      for (Client one : clients) {
        lies.addAll(one.lies);
        for (Map.Entry<String, Boolean> key : one.exists.entrySet()) {
          if (exists(bucket, key.getKey()) != key.getValue()) {
            lies.add(key.getKey() + (key.getValue() ? " is lost" : " came back"));
          }
        }
      }
    }
    return lies;
  }

  private static OzoneBucket bucket(OzoneClient client) throws IOException {
    return client.getObjectStore().getVolume(PreparedDatabase.VOLUME).getBucket(PreparedDatabase.BUSY);
  }

  private static boolean exists(OzoneBucket bucket, String key) throws IOException {
    try {
      bucket.headObject(key);
      return true;
    } catch (OMException e) {
      if (e.getResult() == OMException.ResultCodes.KEY_NOT_FOUND) {
        return false;
      }
      throw e;
    }
  }

  private final class Client extends Thread {
    private final String prefix;
    private final SplittableRandom random;
    /** Acknowledged states; a key that is missing here was never written, or is unknown. */
    private final Map<String, Boolean> exists = new HashMap<>();
    private final List<String> lies = new ArrayList<>();

    Client(int number, SplittableRandom random) {
      super("client-" + number);
      // On both sides of the cold rows.
      this.prefix = (number % 2 == 0 ? "" : "z-") + "client-" + number + '/';
      this.random = random;
      setDaemon(true);
    }

    @Override
    public void run() {
      while (!ended) {
        try (OzoneClient client = OzoneClientFactory.getRpcClient(RingSite.SERVICE, conf)) {
          OzoneBucket bucket = bucket(client);
          for (int i = 1; !ended; i++) {
            if (i % LIST_EVERY == 0) {
              list(bucket);
            } else {
              write(bucket, prefix + random.nextInt(KEYS));
            }
            acknowledged.incrementAndGet();
          }
        } catch (IOException e) {
          failed.incrementAndGet();
        }
      }
    }

    private void write(OzoneBucket bucket, String key) throws IOException {
      Boolean before = exists.remove(key);
      if (before != null && before) {
        bucket.deleteKey(key);
        exists.put(key, false);
      } else {
        bucket.createKey(key, 0, REPLICATION, Map.of()).close();
        exists.put(key, true);
      }
    }

    /**
     * An OM that hung while it led answers from old data until it hears of the new leader: Ozone's reads ask no other
     * OM. So a difference is listed again and counts if it stays.
     */
    private void list(OzoneBucket bucket) throws IOException {
      List<String> wrong = wrongly(bucket);
      for (int i = 0; i < LOOKS && !wrong.isEmpty() && !ended; i++) {
        LockSupport.parkNanos(PAUSE.toNanos());
        wrong = wrongly(bucket);
      }
      if (!ended) {
        for (String each : wrong) {
          lies.add(Instant.now() + " " + each + ", and asked for alone it is "
              + (exists(bucket, each.substring(0, each.indexOf(' '))) ? "there" : "not there"));
        }
      }
    }

    private List<String> wrongly(OzoneBucket bucket) throws IOException {
      List<String> wrong = new ArrayList<>();
      Map<String, Boolean> missing = new HashMap<>(exists);
      missing.values().removeIf(there -> !there);
      for (Iterator<? extends OzoneKey> keys = bucket.listKeys(prefix); keys.hasNext();) {
        String key = keys.next().getName();
        missing.remove(key);
        if (Boolean.FALSE.equals(exists.get(key))) {
          wrong.add(key + " was listed after its deletion");
        }
      }
      missing.keySet().forEach(key -> wrong.add(key + " was not listed"));
      return wrong;
    }
  }
}
