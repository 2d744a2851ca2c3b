// SPDX-License-Identifier: Apache-2.0
/**
 * Reads of the ring that take more than one request, such as waiting for a job. Also opens a database without a ring.
 */
package org.apache.hadoop.ozone.admin.om.compaction.ring;
