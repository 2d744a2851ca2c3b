// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction;

import static org.apache.hadoop.ozone.om.compaction.error.RefusedException.ofParameter;
import static org.apache.hadoop.ozone.recon.api.compaction.answer.Errors.BODY;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.exc.StreamReadException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.google.common.io.ByteStreams;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.JobRequestJson;
import org.apache.hadoop.ozone.om.compaction.model.JobUpdateJson;
import org.apache.hadoop.ozone.om.compaction.model.KeyJson;
import org.apache.hadoop.ozone.om.compaction.model.KeyRangeJson;
import org.apache.hadoop.ozone.om.compaction.model.TargetsJson;
import org.apache.hadoop.ozone.recon.api.compaction.answer.Errors;

/**
 * Reads the bodies of {@code POST /jobs} and {@code /jobs/JOB/update}. Refuses unknown fields, because a job could be
 * too large if a misspelt limit were ignored.
 */
final class JobRequestBody {
  private static final int MAX_BYTES = 1 << 20;
  private static final Pattern TWICE = Pattern.compile("Duplicate field '([^']{1,100})'");
  private static final ObjectMapper STRICT = strict();

  private JobRequestBody() {
  }

  private static ObjectMapper strict() {
    JsonMapper mapper = JsonMapper.builder()
        .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
        .disable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        // Refuses an explicit null. It would act like an absent field, for example as "no limit", which the client may
        // not mean.
        .defaultSetterInfo(JsonSetter.Value.construct(Nulls.FAIL, Nulls.FAIL))
        .build();
    for (CoercionInputShape shape : new CoercionInputShape[] {CoercionInputShape.Integer, CoercionInputShape.Float,
        CoercionInputShape.Boolean}) {
      mapper.coercionConfigFor(LogicalType.Textual).setCoercion(shape, CoercionAction.Fail);
    }
    mapper.coercionConfigDefaults().setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail);
    mapper.coercionConfigFor(LogicalType.Textual)
        .setCoercion(CoercionInputShape.EmptyString, CoercionAction.TryConvert);
    return mapper;
  }

  /** @throws RefusedException BAD_REQUEST or TOO_LARGE that names the invalid field */
  static JobRequestJson read(InputStream body) throws IOException {
    JobRequestJson request = parse(utf8(bytes(body)), JobRequestJson.class,
        "{\"targets\": {\"everything\": true}} is a job for whatever reaches the thresholds.");
    checkKeys(request);
    return request;
  }

  /** @throws RefusedException BAD_REQUEST or TOO_LARGE that names the invalid field */
  static JobUpdateJson readUpdate(InputStream body) throws IOException {
    return parse(utf8(bytes(body)), JobUpdateJson.class,
        "{\"maxWriteRate\": 10485760} holds the job to 10 MB per second.");
  }

  private static byte[] bytes(InputStream body) throws IOException {
    byte[] bytes = ByteStreams.toByteArray(ByteStreams.limit(body, MAX_BYTES + 1L));
    if (bytes.length > MAX_BYTES) {
      throw new RefusedException(ErrorCode.TOO_LARGE, "The body is larger than " + MAX_BYTES + " bytes.", BODY,
          null, null);
    }
    return bytes;
  }

  /** The body as text. Only UTF-8 is accepted; Jackson would detect and accept UTF-16 and UTF-32 as well. */
  private static String utf8(byte[] body) throws RefusedException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException e) {
      throw ofParameter(BODY, "The body is not UTF-8. Send JSON in UTF-8.");
    }
  }

  private static <T> T parse(String body, Class<T> type, String example) throws IOException {
    if (body.isEmpty()) {
      throw ofParameter(BODY, "The body is missing. " + example);
    }
    try {
      T request = STRICT.readValue(body, type);
      if (request == null) {
        throw ofParameter(BODY, "The body is null; it has to be a JSON object.");
      }
      checkLists(body);
      return request;
    } catch (JsonProcessingException e) {
      String field = field(e);
      throw ofParameter(field, complaint(e, field));
    }
  }

  /** Refuses an empty list. It would act like an absent one, such as all nodes, where the client may mean none. */
  private static void checkLists(String body) throws IOException {
    try (JsonParser parser = STRICT.createParser(body)) {
      JsonToken last = null;
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (last == JsonToken.START_ARRAY && token == JsonToken.END_ARRAY) {
          String field = path(parser.getParsingContext());
          throw ofParameter(field, "Field '" + field + "' is an empty list, which names nothing; leave it out or"
              + " give it a value.");
        }
        last = token;
      }
    }
  }

  private static String complaint(JsonProcessingException error, String field) {
    JsonLocation at = error.getLocation();
    String where = at == null ? "" : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
    if (error instanceof UnrecognizedPropertyException) {
      return "There is no field '" + field + "'" + where + "; there are "
          + ((UnrecognizedPropertyException) error).getKnownPropertyIds() + ".";
    }
    if (error instanceof InvalidNullException) {
      return "Field '" + field + "' is null" + where + "; leave it out or give it a value.";
    }
    String subject = BODY.equals(field) ? "The body" : "Field '" + field + "'";
    JsonProcessingException tooLong = Errors.causeOf(error, StreamConstraintsException.class);
    if (tooLong != null) {
      return subject + " holds too large a value" + where + ": " + plain(tooLong.getOriginalMessage()) + ".";
    }
    return subject + (broken(error) == null
        ? " has to be " + wanted(error instanceof MismatchedInputException
            ? ((MismatchedInputException) error).getTargetType() : null) + where + "."
        : " is not JSON" + where + ": " + fault(broken(error)) + ".");
  }

  /** What is wrong with a text that is no JSON, in words of ours: the parser's are for programmers. */
  private static String fault(StreamReadException broken) {
    if (broken instanceof JsonEOFException) {
      return "it ends before it is complete";
    }
    Matcher twice = TWICE.matcher(broken.getOriginalMessage());
    return twice.lookingAt() ? "field '" + twice.group(1) + "' is given twice" : "it goes on as no JSON does";
  }

  /** Returns the parser's message without its hints for programmers. */
  private static String plain(String message) {
    return message.replaceAll(": enable `[^`]*` to allow", "").replaceAll(", from `[^`]*`", "");
  }

  private static String wanted(Class<?> type) {
    if (type == String.class) {
      return "a text";
    } else if (type == Integer.class || type == Long.class) {
      return "a whole number";
    } else if (type == Double.class) {
      return "a number";
    } else if (type == Boolean.class) {
      return "true or false";
    } else if (type == byte[].class) {
      return "a text in base64";
    }
    return type != null && Collection.class.isAssignableFrom(type) ? "a list" : "a JSON object";
  }

  /** Path of the wrong field, such as {@code targets.buckets[2]}; {@code body} if the error concerns the whole body. */
  private static String field(JsonProcessingException error) {
    StreamReadException broken = broken(error);
    if (broken != null && broken.getProcessor() != null) {
      return path(broken.getProcessor().getParsingContext());
    }
    StringBuilder path = new StringBuilder();
    if (error instanceof JsonMappingException) {
      for (JsonMappingException.Reference step : ((JsonMappingException) error).getPath()) {
        path.append(step.getFieldName() == null ? "[" + step.getIndex() + "]" : "." + step.getFieldName());
      }
    }
    return fromBody(path);
  }

  /** The same of the place where a parser is. */
  private static String path(JsonStreamContext place) {
    StringBuilder path = new StringBuilder();
    for (JsonStreamContext at = place; !at.inRoot(); at = at.getParent()) {
      path.insert(0, at.inArray() ? "[" + at.getCurrentIndex() + "]" : at.hasCurrentName() ? "." + at.getCurrentName()
          : "");
    }
    return fromBody(path);
  }

  private static String fromBody(StringBuilder path) {
    return path.length() == 0 ? BODY : path.charAt(0) == '.' ? path.substring(1) : path.toString();
  }

  /** The parser's error; null if the text is valid JSON. */
  private static StreamReadException broken(Throwable error) {
    return Errors.causeOf(error, StreamReadException.class);
  }

  /** Refuses a key that lacks its text or its base64 form. A later check compares both forms, and so finds typos. */
  private static void checkKeys(JobRequestJson request) throws RefusedException {
    List<KeyRangeJson> ranges = Optional.ofNullable(request.getTargets()).map(TargetsJson::getKeyRanges)
        .orElse(Collections.emptyList());
    for (int i = 0; i < ranges.size(); i++) {
      bothForms("targets.keyRanges[" + i + "].begin", ranges.get(i).getBegin());
      bothForms("targets.keyRanges[" + i + "].end", ranges.get(i).getEnd());
    }
  }

  private static void bothForms(String field, KeyJson key) throws RefusedException {
    if (key == null || key.getText() == null || key.getBase64() == null) {
      throw ofParameter(field, "Field '" + field + "' needs text and base64, as a preview gives them.");
    }
  }
}
