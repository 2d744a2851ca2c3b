// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ratis;

import org.apache.hadoop.net.StandardSocketFactory;

/**
 * Makes sockets as OM's other clients do. Hadoop keeps one RPC client for each class of socket factory, with the
 * connect time-out of its first caller; a class of its own gives {@link LeaderRpc} its own time-out and leaves OM's
 * alone.
 */
public final class LeaderSockets extends StandardSocketFactory {
}
