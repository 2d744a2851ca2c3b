// SPDX-License-Identifier: Apache-2.0
/** The exception for refusals, with its text in OM's exceptions, its JSON form and its HTTP status. */
package org.apache.hadoop.ozone.om.compaction.error;
