// SPDX-License-Identifier: Apache-2.0
/**
 * Finds where lists are slow. The files and memtables of a table and a time come in; the places where a list passes
 * more than a few dead entries, with the wait that was measured there, and the keys that were not looked at go out.
 */
package org.apache.hadoop.ozone.om.compaction.slowplace;

