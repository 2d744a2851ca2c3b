// SPDX-License-Identifier: Apache-2.0
/**
 * Converts keys of RocksDB and ranges of keys to readable text and back without loss. Input is bytes, or a text that a
 * person or this package has written. Output is the other form, or the reason why the text is no key.
 */
package org.apache.hadoop.ozone.om.compaction.key;
