// SPDX-License-Identifier: Apache-2.0
/** Finds where listings skip many dead entries and how long one takes, and which keys were not searched yet. */
package org.apache.hadoop.ozone.om.compaction.slow;

