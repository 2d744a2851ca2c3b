// SPDX-License-Identifier: Apache-2.0
/** The exception for refusals, and its conversion to text, JSON and an HTTP status. */
package org.apache.hadoop.ozone.om.compaction.error;
