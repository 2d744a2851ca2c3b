// SPDX-License-Identifier: Apache-2.0
/** This OM's statistics and plans for given targets; {@code WorthCompacting} decides what is worth compacting. */
package org.apache.hadoop.ozone.om.compaction.planning;

