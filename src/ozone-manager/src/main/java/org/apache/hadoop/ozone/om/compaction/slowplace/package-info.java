// SPDX-License-Identifier: Apache-2.0
/**
 * Finds where lists are slow. Inputs are the files and memtables of a table, and a time limit. Outputs are the places
 * where a list passes more than a few dead entries, with the measured time that a list takes there, and the keys that
 * were not searched in time.
 */
package org.apache.hadoop.ozone.om.compaction.slowplace;

