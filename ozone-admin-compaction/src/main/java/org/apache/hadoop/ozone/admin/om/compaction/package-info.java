// SPDX-License-Identifier: Apache-2.0

/** {@code ozone admin om compaction}: one file per subcommand, over the client of the ring. */
package org.apache.hadoop.ozone.admin.om.compaction;
