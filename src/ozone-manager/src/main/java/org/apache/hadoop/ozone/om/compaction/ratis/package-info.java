// SPDX-License-Identifier: Apache-2.0
/**
 * Between the OM's log and the job records.
 *
 * <pre>
 * write EchoRPC -> CompactionRequestHandler -> CommandCheck (leader, before the log)
 *                                           -> JobRegistry.apply (every OM, behind the log)
 *                                           -> CompactionResponse: JobRecordTable, in the batch of OM's transaction
 * LeaderRpc: this OM's own commands to the leader        OmRing: the ring as Ratis sees it
 * </pre>
 *
 * Nothing but a valid response leaves the handler, whatever came in.
 */
package org.apache.hadoop.ozone.om.compaction.ratis;
