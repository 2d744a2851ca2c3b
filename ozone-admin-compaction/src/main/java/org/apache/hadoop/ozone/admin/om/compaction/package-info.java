// SPDX-License-Identifier: Apache-2.0
/** Adds {@code compaction} below {@code ozone admin om} of stock Ozone. Ozone's service loader finds this package. */
package org.apache.hadoop.ozone.admin.om.compaction;
