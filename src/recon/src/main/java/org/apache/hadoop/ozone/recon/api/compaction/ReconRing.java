// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import com.google.common.util.concurrent.UncheckedExecutionException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.inject.Inject;
import javax.inject.Singleton;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.OmUtils;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.client.RingCommands;
import org.apache.hadoop.ozone.om.compaction.client.transport.RingSettings;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobRequestJson;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Recon's access to the ring. After the first search for the ring's members, an answer takes at most five seconds.
 * Equal reads within a second share an answer.
 */
@Singleton
public final class ReconRing implements Closeable {
  /** Time limit of an answer by the ring. The rest of the five seconds is for Recon's own work. */
  private static final Duration ANSWER = Duration.ofMillis(4700);
  /** Time limit of an answer until the first search for the ring's members has ended; includes {@link #LOOKUP}. */
  private static final Duration FIRST_ANSWER = Duration.ofMillis(13_500);
  private static final Duration LOOKUP = Duration.ofSeconds(10);
  /** Time limit of a read for the leader's list of OMs. Then {@link #OM_ANSWER} is the limit for the OMs. */
  private static final Duration LEADER_FOR_A_READ = Duration.ofMillis(1200);
  private static final Duration LEADER_FOR_A_COMMAND = Duration.ofMillis(3000);
  private static final Duration OM_ANSWER = Duration.ofMillis(2800);
  private static final Duration CONNECT = Duration.ofMillis(700);
  private static final Duration SAME_ANSWER = Duration.ofSeconds(1);
  private static final int SAME_ANSWERS = 32;
  private static final int QUESTIONS_AT_ONCE = 64;
  private static final int IDLE_SECONDS = 30;

  private final OzoneConfiguration conf;
  private final ExecutorService threads;
  private final Cache<String, Object> answers = CacheBuilder.newBuilder()
      .expireAfterWrite(SAME_ANSWER.toMillis(), TimeUnit.MILLISECONDS)
      .maximumSize(SAME_ANSWERS)
      .softValues()
      .build();
  private volatile Ring ring;

  @Inject
  ReconRing(OzoneConfiguration conf) {
    this.conf = conf;
    this.threads = new ThreadPoolExecutor(0, QUESTIONS_AT_ONCE, IDLE_SECONDS, TimeUnit.SECONDS,
        new SynchronousQueue<>(), task -> {
          Thread thread = new Thread(task, "compaction-rest");
          thread.setDaemon(true);
          return thread;
        });
  }

  /**
   * Submits a job.
   *
   * @param endUser the user of Recon; null if unknown
   * @throws RefusedException with the job id if the ring may have taken the job
   */
  JobJson trigger(JobRequestJson request, String endUser) throws IOException {
    if (request.getJobId() == null) {
      request.jobId(UUID.randomUUID().toString());
    }
    try {
      return write(of -> of.commandsOf(endUser).trigger(request));
    } catch (RefusedException e) {
      if (!RingCommands.mayBeTaken(e)) {
        throw e;
      }
      throw new RefusedException(e.getCode(), e.getMessage(), e.getParameter(), request.getJobId(), e)
          .withNextStep((e.getNextStep() == null ? "" : e.getNextStep() + " ") + "Repeat the request with \"jobId\": \""
          + request.getJobId() + "\": should the ring have the job already, it stays one job.");
    }
  }

  interface Question<T> {
    T ask(Ring of) throws IOException;
  }

  /** The answer to a read, or to one with equal {@code words} within the last second. */
  @SuppressWarnings("unchecked")
  <T> T read(String words, Question<T> question) throws IOException {
    return (T) within(() -> answers.get(words, () -> question.ask(ring())));
  }

  /**
   * Sends a command and returns its answer. Forgets all earlier answers to reads, so that the next read shows the
   * command's effect.
   */
  <T> T write(Question<T> question) throws IOException {
    try {
      return within(() -> question.ask(ring()));
    } finally {
      answers.invalidateAll();
    }
  }

  private <T> T within(Callable<T> question) throws IOException {
    Duration limit = limit();
    Future<T> answer;
    try {
      answer = threads.submit(question);
    } catch (RejectedExecutionException e) {
      throw new RefusedException(ErrorCode.BUSY, "Recon waits for the ring on behalf of " + QUESTIONS_AT_ONCE
          + " requests already, or is stopping. Try again in a few seconds.", e);
    }
    try {
      return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new RefusedException(ErrorCode.UNREACHABLE, "The ring did not answer within " + limit.toMillis()
          + " ms.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Recon is stopping");
    } catch (ExecutionException e) {
      throw reason(e.getCause());
    } finally {
      answer.cancel(true);
    }
  }

  private Duration limit() {
    Ring asked = ring;
    return asked == null || !asked.hasLooked() ? FIRST_ANSWER : ANSWER;
  }

  private static IOException reason(Throwable error) {
    Throwable cause = error;
    while (cause instanceof ExecutionException || cause instanceof UncheckedExecutionException) {
      cause = cause.getCause();
    }
    if (cause instanceof RefusedException && ((RefusedException) cause).getCode() == ErrorCode.FORBIDDEN) {
      return reconIsForbidden((RefusedException) cause);
    }
    return cause instanceof IOException ? (IOException) cause : new IOException(cause);
  }

  /** Returns the error to show if an OM refuses the user name of Recon itself. */
  private static IOException reconIsForbidden(RefusedException refusal) {
    try {
      UserGroupInformation recon = UserGroupInformation.getLoginUser();
      return new RefusedException(ErrorCode.FORBIDDEN, "The OMs refuse Recon, which asks them as "
          + recon.getUserName() + ", not as you. Add " + recon.getShortUserName() + " to ozone.administrators in every"
          + " OM's ozone-site.xml, and restart the OMs or reconfigure them. An OM says: " + refusal.sentence(),
          refusal);
    } catch (IOException e) {
      return e;
    }
  }

  private synchronized Ring ring() throws IOException {
    if (ring == null) {
      ring = Ring.rememberingMembers(bounded(conf), UserGroupInformation.getLoginUser(),
          OmUtils.getOzoneManagerServiceId(conf), LEADER_FOR_A_READ, LEADER_FOR_A_COMMAND);
    }
    return ring;
  }

  /** Recon's configuration with lower time limits for the client, so that answers arrive in time. */
  private static OzoneConfiguration bounded(OzoneConfiguration conf) {
    OzoneConfiguration bounded = new OzoneConfiguration(conf);
    atMost(bounded, RingSettings.CONNECT_TIMEOUT, CONNECT);
    atMost(bounded, RingSettings.READ_TIMEOUT, OM_ANSWER);
    atMost(bounded, RingSettings.ANSWER_TIMEOUT, OM_ANSWER);
    atMost(bounded, RingSettings.LOOKUP_TIMEOUT, LOOKUP);
    atMost(bounded, RingSettings.SUBMIT_TIMEOUT, ANSWER);
    return bounded;
  }

  private static void atMost(OzoneConfiguration conf, String limit, Duration most) {
    long millis = conf.getTimeDuration(limit, most.toMillis(), TimeUnit.MILLISECONDS);
    conf.setTimeDuration(limit, Math.min(millis, most.toMillis()), TimeUnit.MILLISECONDS);
  }

  @Override
  public synchronized void close() throws IOException {
    threads.shutdownNow();
    if (ring != null) {
      ring.close();
      ring = null;
    }
  }
}
