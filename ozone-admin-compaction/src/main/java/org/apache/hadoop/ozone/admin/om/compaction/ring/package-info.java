// SPDX-License-Identifier: Apache-2.0
/**
 * Reads of the ring that take more than one question: waiting for a job, exact counts, a dry run of several targets. A
 * client of the ring and the surroundings of the process, such as clock and terminal, come in. The last or the merged
 * answer goes out.
 */
package org.apache.hadoop.ozone.admin.om.compaction.ring;
