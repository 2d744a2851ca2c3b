// SPDX-License-Identifier: Apache-2.0
/** Says where lists are slow in buckets, ranges and heads of tables. Also says why, and which keys to compact. */
package org.apache.hadoop.ozone.om.compaction.slowlist;
