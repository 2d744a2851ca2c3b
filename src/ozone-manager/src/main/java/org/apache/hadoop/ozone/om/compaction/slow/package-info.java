// SPDX-License-Identifier: Apache-2.0
/** Finds the places of tables and what lists pass there, counted and not timed; and what was not looked at in time. */
package org.apache.hadoop.ozone.om.compaction.slow;

