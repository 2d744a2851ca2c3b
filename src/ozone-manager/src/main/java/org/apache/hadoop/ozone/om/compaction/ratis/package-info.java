// SPDX-License-Identifier: Apache-2.0
/**
 * Connects the OM's log with the job records.
 * <ul>
 * <li>{@code CompactionRequestHandler} receives commands: EchoRPC requests that go through the log.
 * <li>{@code CompactionResponse} writes records with {@code JobRecordTable}, in the batch of OM's transaction.
 * </ul>
 */
package org.apache.hadoop.ozone.om.compaction.ratis;
