// SPDX-License-Identifier: Apache-2.0
/** Converts keys of RocksDB and ranges of keys to readable text and back without loss. */
package org.apache.hadoop.ozone.om.compaction.key;
