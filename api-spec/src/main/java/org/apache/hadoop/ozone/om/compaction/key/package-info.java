// SPDX-License-Identifier: Apache-2.0
/**
 * Keys of RocksDB and ranges of them, as readable text and back without loss. Bytes come in, or text that a person
 * wrote or that was printed before. The other form goes out, or the reason why the text is no key.
 */
package org.apache.hadoop.ozone.om.compaction.key;
