// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import java.util.stream.Stream;
import org.apache.hadoop.hdds.cli.HddsVersionProvider;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionEnvelope;
import picocli.CommandLine.IVersionProvider;

/** The add-on's version, and below it Ozone's. */
final class AddOnVersion implements IVersionProvider {
  @Override
  public String[] getVersion() throws Exception {
    String version = AddOnVersion.class.getPackage().getImplementationVersion();
    String own = "Range compaction " + (version == null ? "in development" : version) + ", contract "
        + CompactionEnvelope.VERSION;
    return Stream.concat(Stream.of(own, ""), Stream.of(new HddsVersionProvider().getVersion()))
        .toArray(String[]::new);
  }
}
