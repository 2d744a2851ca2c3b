// SPDX-License-Identifier: Apache-2.0

/**
 * One OM ring seen from outside. Commands go through OM's RPC to the leader and its Ratis log; reads ask every OM over
 * HTTP and are merged. {@link org.apache.hadoop.ozone.om.compaction.client.Ring} is the way in.
 */
package org.apache.hadoop.ozone.om.compaction.client;
