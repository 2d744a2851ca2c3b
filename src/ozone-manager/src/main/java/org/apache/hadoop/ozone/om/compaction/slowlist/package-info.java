// SPDX-License-Identifier: Apache-2.0
/** Says of places whose lists wait there, what mends them, and what that costs. */
package org.apache.hadoop.ozone.om.compaction.slowlist;
