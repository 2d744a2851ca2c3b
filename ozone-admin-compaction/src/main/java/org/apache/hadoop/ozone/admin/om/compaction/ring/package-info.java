// SPDX-License-Identifier: Apache-2.0
/**
 * Reads of the ring that take more than one question: waiting for a job, exact counts, names and ids that users shorten
 * or misspell. Also opens a database without a ring. A client of the ring and the surroundings of the process, such as
 * clock and terminal, come in. The last answer goes out.
 */
package org.apache.hadoop.ozone.admin.om.compaction.ring;
