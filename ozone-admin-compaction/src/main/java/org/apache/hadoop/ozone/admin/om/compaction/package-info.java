// SPDX-License-Identifier: Apache-2.0
/**
 * Adds {@code compaction} below {@code ozone admin om} of stock Ozone. Input is the commands of {@code ozone admin},
 * which finds this package by the service loader. Output is these commands with ours among them.
 */
package org.apache.hadoop.ozone.admin.om.compaction;
