// SPDX-License-Identifier: Apache-2.0
/**
 * How counts, sizes, times and keys are written: for people within sentences ({@code Words}), and as the contract's
 * model has them ({@code Models}).
 */
package org.apache.hadoop.ozone.om.compaction.text;
