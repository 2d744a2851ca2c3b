// SPDX-License-Identifier: Apache-2.0
/**
 * Reads of the ring that take more than one request. They wait for a job or for exact counts, and complete ids and
 * names that users shorten or misspell. This package also opens a database without a ring. A client of the ring and the
 * surroundings of the process, such as clock and terminal, come in. The last answer goes out.
 */
package org.apache.hadoop.ozone.admin.om.compaction.ring;
