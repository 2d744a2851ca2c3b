// SPDX-License-Identifier: Apache-2.0
/**
 * Finds the OMs of a ring, their leader and their addresses. Inputs are the client's configuration and the leader's
 * list of services; outputs are members with roles and addresses, for reads and commands.
 */
package org.apache.hadoop.ozone.om.compaction.client.members;
