// SPDX-License-Identifier: Apache-2.0
/** What is written for people: counts, sizes, times and keys within sentences. */
package org.apache.hadoop.ozone.om.compaction.text;
