// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ratis;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.ozone.audit.AuditLogger;
import org.apache.hadoop.ozone.audit.AuditLoggerType;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;

/** Captures OM's audit log as written: the message, and the text of its exception. */
final class AuditLines extends AbstractAppender implements AutoCloseable {
  private final Logger logger = (Logger) new AuditLogger(AuditLoggerType.OMLOGGER).getLogger();
  private final List<String> lines = new CopyOnWriteArrayList<>();

  AuditLines() {
    super("lines", null, null, false, Property.EMPTY_ARRAY);
    start();
    // The first appender gives a logger a configuration of its own and would discard an earlier level.
    logger.addAppender(this);
    logger.setLevel(Level.INFO);
    logger.setAdditive(false);
  }

  CompactionAudit audit() {
    return new CompactionAudit(new AuditLogger(AuditLoggerType.OMLOGGER));
  }

  @Override
  public void append(LogEvent event) {
    lines.add(event.getLevel() + " " + event.getMessage().getFormattedMessage()
        + (event.getThrown() == null ? "" : " " + event.getThrown()));
  }

  List<String> lines() {
    return lines;
  }

  @Override
  public void close() {
    logger.removeAppender(this);
    stop();
  }
}
