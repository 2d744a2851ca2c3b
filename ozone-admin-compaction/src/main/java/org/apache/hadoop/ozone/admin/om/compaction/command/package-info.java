// SPDX-License-Identifier: Apache-2.0
/** The subcommands of {@code ozone admin om compaction}, one file each, and what they share. */
package org.apache.hadoop.ozone.admin.om.compaction.command;
