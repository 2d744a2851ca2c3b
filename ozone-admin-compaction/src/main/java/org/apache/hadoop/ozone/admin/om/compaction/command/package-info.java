// SPDX-License-Identifier: Apache-2.0
/**
 * The subcommands of {@code ozone admin om compaction}, one file each, and what they share. Options and arguments come
 * in, already parsed by picocli. A result on standard output, messages on standard error and an exit code go out.
 */
package org.apache.hadoop.ozone.admin.om.compaction.command;
