// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client.transport;

import org.apache.hadoop.net.StandardSocketFactory;

/**
 * Makes sockets as other clients in this process do. Hadoop keeps one RPC client for each class of socket factory, with
 * the connect time-out of its first caller, which in Recon is Recon: a class of its own keeps a client's own.
 */
public final class RingSockets extends StandardSocketFactory {
}
