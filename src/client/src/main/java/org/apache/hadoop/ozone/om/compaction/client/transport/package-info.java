// SPDX-License-Identifier: Apache-2.0
/** Sends requests to OMs within a time limit, over HTTP for reads and over OM's RPC for commands. */
package org.apache.hadoop.ozone.om.compaction.client.transport;
