// SPDX-License-Identifier: Apache-2.0
/** Options that several subcommands share, and converters for values of options. */
package org.apache.hadoop.ozone.admin.om.compaction.option;
