// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.error;

import com.google.common.base.Enums;
import com.google.common.base.Strings;
import java.io.IOException;
import java.io.UnsupportedEncodingException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.ozone.om.compaction.model.ApiErrorJson;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;

/**
 * Tells why a command or a read has no result. The message says what is wrong. What to do next is a text of its own, so
 * that whoever shows a refusal need not look for it in the message. An OMException has no field for our error code, so
 * {@link #text} writes it in front of the message:
 * {@code [JOB_OVERLAPS job=6f0b... next=31] Job 6f0b... is at the same keys. Wait for it with '...'.}
 */
public final class RefusedException extends IOException {
  private static final long serialVersionUID = 1L;
  private static final Pattern TEXT = Pattern.compile(
      "\\[([A-Z_]+)(?: parameter=([\\w.\\-]+))?(?: value=([\\w.%+*\\-]+))?(?: job=([0-9a-fA-F-]+))?"
          + "(?: next=(\\d{1,9}))?] ?(.*)", Pattern.DOTALL);

  private final ErrorCode code;
  private final String nextStep;
  private final String parameter;
  private final String value;
  private final String jobId;

  private RefusedException(ErrorCode code, String message, String nextStep, String parameter, String value,
      String jobId, Throwable cause) {
    super(message, cause);
    this.code = code;
    this.nextStep = Strings.emptyToNull(nextStep);
    this.parameter = parameter;
    this.value = value;
    this.jobId = jobId;
  }

  /**
   * @param message what is wrong; {@link #withNextStep} adds what to do next
   * @param parameter the wrong field of the request, by its name in openapi.yaml, or null
   * @param jobId the job that causes the refusal, or null
   * @param cause can be null
   */
  public RefusedException(ErrorCode code, String message, String parameter, String jobId, Throwable cause) {
    this(code, message, null, parameter, null, jobId, cause);
  }

  public RefusedException(ErrorCode code, String message, Throwable cause) {
    this(code, message, null, null, cause);
  }

  public static RefusedException of(ErrorCode code, String message) {
    return new RefusedException(code, message, null);
  }

  /** Returns the refusal that an OM sent as JSON. */
  public static RefusedException of(ApiErrorJson error) {
    return new RefusedException(error.getCode(), error.getMessage(), error.getNextStep(), error.getParameter(),
        error.getValue(), error.getJobId(), null);
  }

  /** Returns a BAD_REQUEST for one field of the request; {@code parameter} is the field's name in openapi.yaml. */
  public static RefusedException ofParameter(String parameter, String message) {
    return ofParameter(ErrorCode.BAD_REQUEST, parameter, message);
  }

  public static RefusedException ofParameter(ErrorCode code, String parameter, String message) {
    return new RefusedException(code, message, parameter, null, null);
  }

  /** The refusal of a name that nothing has; {@code value} is the name as it was given. */
  public static RefusedException ofValue(ErrorCode code, String parameter, String value, String message) {
    return new RefusedException(code, message, null, parameter, value, null, null);
  }

  /** @param jobId the existing job that causes the refusal */
  public static RefusedException ofJob(ErrorCode code, String jobId, String message) {
    return new RefusedException(code, message, null, jobId, null);
  }

  /** Returns the refusal of a job that does not exist, in the words of every command and read. */
  public static RefusedException unknownJob(String jobId) {
    return ofParameter(ErrorCode.UNKNOWN_JOB, "jobId", "There is no job " + jobId + ".");
  }

  /**
   * Parses what {@link #text} writes; empty for other text or null. A code unknown to this version becomes INTERNAL; a
   * text that does not say where its next step begins is all message.
   */
  public static Optional<RefusedException> parse(String text, Throwable cause) {
    Matcher matcher = TEXT.matcher(text == null ? "" : text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    ErrorCode code = Enums.getIfPresent(ErrorCode.class, matcher.group(1)).or(ErrorCode.INTERNAL);
    String sentence = matcher.group(6);
    int next = matcher.group(5) == null ? 0 : Integer.parseInt(matcher.group(5));
    boolean hasNext = next > 0 && next < sentence.length() && sentence.charAt(next - 1) == ' ';
    return Optional.of(new RefusedException(code, hasNext ? sentence.substring(0, next - 1) : sentence,
        hasNext ? sentence.substring(next) : null, matcher.group(2), decoded(matcher.group(3)), matcher.group(4),
        cause));
  }

  /** Returns the same refusal of a request that names the wrong field otherwise. */
  public RefusedException withParameter(String other) {
    return new RefusedException(code, getMessage(), nextStep, other, value, jobId, this);
  }

  /**
   * Returns the same refusal, which also says what to do next.
   *
   * @param step whole sentences, which name commands; null or empty if the refusal knows nothing better than what is
   *     said of all refusals with its code
   */
  public RefusedException withNextStep(String step) {
    return new RefusedException(code, getMessage(), step, parameter, value, jobId, getCause());
  }

  public ErrorCode getCode() {
    return code;
  }

  /** The next step, in whole sentences; null if the refusal has none of its own beyond that of its code. */
  public String getNextStep() {
    return nextStep;
  }

  /** Joins the message and the next step, for readers of a single text. */
  public String sentence() {
    return nextStep == null ? getMessage() : getMessage() + ' ' + nextStep;
  }

  /** The wrong field of the request, by its name in openapi.yaml, or null. */
  public String getParameter() {
    return parameter;
  }

  /** The name that nothing has, as it was given; null in refusals with another reason. */
  public String getValue() {
    return value;
  }

  /** The existing job that causes the refusal, or null. */
  public String getJobId() {
    return jobId;
  }

  /**
   * The refusal as the message of an OMException, from which a client can {@link #parse} it. It tells where the next
   * step begins by a position, as the message can quote any text of the request, also one that separates.
   */
  public String text() {
    return "[" + code + (parameter == null ? "" : " parameter=" + parameter)
        + (value == null || value.isEmpty() ? "" : " value=" + encoded(value))
        + (jobId == null ? "" : " job=" + jobId)
        + (nextStep == null ? "" : " next=" + (getMessage().length() + 1)) + "] " + sentence();
  }

  private static String encoded(String value) {
    try {
      return URLEncoder.encode(value, StandardCharsets.UTF_8.name());
    } catch (UnsupportedEncodingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** @return null for null, and for what no OM has encoded */
  private static String decoded(String value) {
    try {
      return value == null ? null : URLDecoder.decode(value, StandardCharsets.UTF_8.name());
    } catch (IllegalArgumentException | UnsupportedEncodingException e) {
      return null;
    }
  }

  public ApiErrorJson toApiError() {
    return new ApiErrorJson().code(code).message(getMessage()).nextStep(nextStep).parameter(parameter).value(value)
        .jobId(jobId);
  }

  /** Returns the class name and {@link #text}. OM's audit log prints this string, so it has to include the code. */
  @Override
  public String toString() {
    return getClass().getName() + ": " + text();
  }
}
