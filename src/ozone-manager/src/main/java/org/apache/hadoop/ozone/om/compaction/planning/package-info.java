// SPDX-License-Identifier: Apache-2.0
/**
 * Makes this OM's statistics and plan for given targets, for previews and for jobs. {@code WorthCompacting} is the one
 * rule for what is worth compacting.
 */
package org.apache.hadoop.ozone.om.compaction.planning;

