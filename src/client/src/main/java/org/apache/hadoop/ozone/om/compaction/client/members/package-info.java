// SPDX-License-Identifier: Apache-2.0
/** Finds the OMs of a ring, their leader and their addresses. */
package org.apache.hadoop.ozone.om.compaction.client.members;
