// SPDX-License-Identifier: Apache-2.0
/**
 * Puts {@code compaction} below {@code ozone admin om} of stock Ozone. The commands of {@code ozone admin} come in,
 * found by the service loader. The same commands with ours among them go out.
 */
package org.apache.hadoop.ozone.admin.om.compaction;
