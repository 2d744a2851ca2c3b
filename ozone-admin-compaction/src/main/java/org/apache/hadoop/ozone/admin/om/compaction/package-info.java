// SPDX-License-Identifier: Apache-2.0
/** Adds {@code compaction} below {@code ozone admin om} of stock Ozone. */
package org.apache.hadoop.ozone.admin.om.compaction;
