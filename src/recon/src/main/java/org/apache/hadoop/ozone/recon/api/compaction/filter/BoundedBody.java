// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction.filter;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.servlet.ReadListener;
import javax.servlet.ServletInputStream;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.recon.api.compaction.answer.Errors;
import org.eclipse.jetty.io.EndPoint;

/**
 * The body of a request, with a time limit from the first read to the end. The first read takes a permit, so only a
 * limited number of bodies are read at once.
 */
final class BoundedBody extends ServletInputStream {
  static final Duration LIMIT = Duration.ofSeconds(5);

  private final ServletInputStream body;
  private final EndPoint connection;
  private final Semaphore places;
  private final long usualIdleMillis;
  private long deadline;
  private boolean reading;
  private boolean ended;

  /** @param places has one permit for each body that can be read at the same time */
  BoundedBody(ServletInputStream body, EndPoint connection, Semaphore places) {
    this.body = body;
    this.connection = connection;
    this.places = places;
    this.usualIdleMillis = connection.getIdleTimeout();
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (ended) {
      return -1;
    }
    begin();
    long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
    if (left <= 0) {
      throw tooSlow(null);
    }
    connection.setIdleTimeout(left);
    try {
      int read = body.read(bytes, offset, length);
      if (read < 0) {
        end();
      }
      return read;
    } catch (IOException e) {
      throw isTimeout(e) ? tooSlow(e) : e;
    }
  }

  private static boolean isTimeout(Throwable error) {
    return error != null && (error instanceof TimeoutException || isTimeout(error.getCause()));
  }

  private void begin() throws RefusedException {
    if (!reading) {
      if (!places.tryAcquire()) {
        throw RefusedException.of(ErrorCode.BUSY, "Recon waits for the bodies of other requests already. Try again"
            + " in a few seconds.");
      }
      reading = true;
      deadline = System.nanoTime() + LIMIT.toNanos();
    }
  }

  /** Releases this body's permit, so that another body can be read. Later reads of this body find no more bytes. */
  void end() {
    ended = true;
    if (reading) {
      reading = false;
      places.release();
      connection.setIdleTimeout(usualIdleMillis);
    }
  }

  private static RefusedException tooSlow(IOException cause) {
    return new RefusedException(ErrorCode.BAD_REQUEST, "The body was not complete after " + LIMIT.getSeconds()
        + " s. Send it at once.", Errors.BODY, null, cause);
  }

  @Override
  public int available() throws IOException {
    return body.available();
  }

  @Override
  public boolean isFinished() {
    return body.isFinished();
  }

  @Override
  public boolean isReady() {
    return body.isReady();
  }

  @Override
  public void setReadListener(ReadListener listener) {
    throw new IllegalStateException("A body is read at once");
  }
}
