// SPDX-License-Identifier: Apache-2.0
/**
 * Connects the OM's log with the job records.
 *
 * <pre>
 * write EchoRPC -> CompactionRequestHandler -> CommandCheck (leader, before the log)
 *                                           -> JobRegistry.apply (every OM, after the log)
 *                                           -> CompactionResponse: JobRecordTable, in the batch of OM's transaction
 * LeaderRpc: this OM's own commands to the leader        OmRing: the ring as Ratis sees it
 * </pre>
 *
 * The handler returns a valid response to any request.
 */
package org.apache.hadoop.ozone.om.compaction.ratis;
