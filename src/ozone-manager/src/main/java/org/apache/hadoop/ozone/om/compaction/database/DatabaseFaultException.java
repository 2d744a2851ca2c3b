// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

/** A read of OM's database failed although it is open. Trying again does not help; the disk has to be checked. */
public final class DatabaseFaultException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DatabaseFaultException(Exception cause) {
    super(cause.getMessage(), cause);
  }
}
