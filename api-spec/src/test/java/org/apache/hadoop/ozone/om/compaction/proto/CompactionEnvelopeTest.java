// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.proto;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumValueDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Hello;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TakeEnd;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The version that a command carries, also once there are newer ones. */
class CompactionEnvelopeTest {
  private static final Command SUBMITTED = Command.newBuilder()
      .setSubmit(CompactionProtos.SubmitJob.newBuilder()
          .setSpec(CompactionProtos.JobSpec.newBuilder().addNodeIds("om1"))).build();

  /** Today's contract, and what a second and a third version might bring. */
  private static Descriptor later() {
    FileDescriptorProto.Builder file = CompactionProtos.getDescriptor().toProto().toBuilder();
    message(file, "JobSpec").addField(since(2, FieldDescriptorProto.newBuilder().setName("label").setNumber(90)
        .setType(FieldDescriptorProto.Type.TYPE_STRING)));
    message(file, "Command").addField(since(3, FieldDescriptorProto.newBuilder().setName("tune").setNumber(90)
        .setType(FieldDescriptorProto.Type.TYPE_BOOL)));
    file.getEnumTypeBuilderList().stream().filter(type -> type.getName().equals("TurnReason")).findFirst().orElseThrow()
        .addValue(EnumValueDescriptorProto.newBuilder().setName("BUDGET_SPENT").setNumber(90).setOptions(
            DescriptorProtos.EnumValueOptions.newBuilder().setExtension(CompactionProtos.valueSince, 2)));
    try {
      return FileDescriptor.buildFrom(file.build(), new FileDescriptor[] {DescriptorProtos.getDescriptor()})
          .findMessageTypeByName("Command");
    } catch (com.google.protobuf.Descriptors.DescriptorValidationException e) {
      throw new AssertionError(e);
    }
  }

  private static DescriptorProto.Builder message(FileDescriptorProto.Builder file, String name) {
    return file.getMessageTypeBuilderList().stream().filter(type -> type.getName().equals(name)).findFirst()
        .orElseThrow();
  }

  private static FieldDescriptorProto.Builder since(int version, FieldDescriptorProto.Builder field) {
    return field.setOptions(
        DescriptorProtos.FieldOptions.newBuilder().setExtension(CompactionProtos.since, version));
  }

  private static DynamicMessage read(Message command) {
    try {
      return DynamicMessage.parseFrom(later(), command.toByteArray());
    } catch (com.google.protobuf.InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }

  static Stream<Arguments> commandsOfALaterVersion() {
    DynamicMessage.Builder labelled = read(SUBMITTED).toBuilder();
    FieldDescriptor submit = labelled.getDescriptorForType().findFieldByName("submit");
    DynamicMessage.Builder job = ((DynamicMessage) labelled.getField(submit)).toBuilder();
    FieldDescriptor spec = submit.getMessageType().findFieldByName("spec");
    DynamicMessage.Builder asked = ((DynamicMessage) job.getField(spec)).toBuilder();
    asked.setField(spec.getMessageType().findFieldByName("label"), "nightly");
    labelled.setField(submit, job.setField(spec, asked.build()).build());
    DynamicMessage.Builder tuned = labelled.clone();
    tuned.setField(labelled.getDescriptorForType().findFieldByName("tune"), true);
    Command ended = Command.newBuilder().setTakeEnd(TakeEnd.newBuilder().setJob(JobRecord.newBuilder()
        .addTurns(TurnRecord.newBuilder().setReasonValue(90)))).build();
    return Stream.of(
        Arguments.of("what the first version has", read(SUBMITTED), 1),
        Arguments.of("no limit to all bytes", withTotalBytes(0), 1),
        Arguments.of("a limit to all bytes", withTotalBytes(1), 2),
        Arguments.of("a field of a message in a message", labelled.build(), 2),
        Arguments.of("that, and a kind of command", tuned.build(), 3),
        Arguments.of("a value in one of many messages", read(ended), 2));
  }

  private static Command withTotalBytes(long bytes) {
    Command.Builder command = SUBMITTED.toBuilder();
    command.getSubmitBuilder().getSpecBuilder().getThresholdsBuilder().setMaxTotalBytes(bytes);
    return command.build();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("commandsOfALaterVersion")
  void theLowestVersionThatDefinesWhatACommandUses(String what, Message command, int version) {
    assertThat(CompactionEnvelope.needed(command)).isEqualTo(version);
  }

  @Test
  void allThatThereIsIsOfAVersionThatThisCodeSpeaks() {
    CompactionProtos.getDescriptor().getMessageTypes().stream().flatMap(type -> type.getFields().stream())
        .forEach(field -> assertThat(field.getOptions().getExtension(CompactionProtos.since)).as(field.getFullName())
            .isLessThanOrEqualTo(CompactionEnvelope.VERSION));
    CompactionProtos.getDescriptor().getEnumTypes().stream().flatMap(type -> type.getValues().stream())
        .forEach(value -> assertThat(value.getOptions().getExtension(CompactionProtos.valueSince))
            .as(value.getFullName()).isLessThanOrEqualTo(CompactionEnvelope.VERSION));
  }

  @Test
  void aCommandTravelsBehindTheMarkWithVersionAndTime() throws Exception {
    Command.Builder hello = Command.newBuilder().setHello(Hello.newBuilder().addAllOpenJobIds(List.of("a", "b")));
    byte[] payload = CompactionEnvelope.wrap(hello, 5);

    Command read = Command.parseFrom(CompactionEnvelope.unwrap(payload).orElseThrow());
    assertThat(read.getVersion()).isEqualTo(1);
    assertThat(read.getSentAtMs()).isEqualTo(5);
    assertThat(read.getHello()).isEqualTo(hello.getHello());
    assertThat(TurnReason.forNumber(90)).isNull();
  }
}
