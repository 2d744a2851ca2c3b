// SPDX-License-Identifier: Apache-2.0
/** Says where listing is slow, such as in buckets or before a table's first live key; also why, and what to compact. */
package org.apache.hadoop.ozone.om.compaction.slowlist;
