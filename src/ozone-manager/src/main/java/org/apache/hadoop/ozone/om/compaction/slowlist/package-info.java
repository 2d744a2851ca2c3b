// SPDX-License-Identifier: Apache-2.0
/** Describes places: the buckets whose lists wait there, the job that mends each, and what that costs. */
package org.apache.hadoop.ozone.om.compaction.slowlist;
