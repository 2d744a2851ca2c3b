// SPDX-License-Identifier: Apache-2.0
/**
 * Which OMs a ring has, who of them leads, and where they listen. The client's configuration and the leader's list of
 * services come in. Members with their roles and addresses go out, to read from or to command.
 */
package org.apache.hadoop.ozone.om.compaction.client.members;
