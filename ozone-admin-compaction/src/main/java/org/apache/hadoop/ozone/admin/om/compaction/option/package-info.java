// SPDX-License-Identifier: Apache-2.0
/**
 * The options that several subcommands share, and converters for values of options. Text that a person wrote comes in.
 * Checked values, targets, thresholds and queries go out, or a refusal that names the wrong option.
 */
package org.apache.hadoop.ozone.admin.om.compaction.option;
