// SPDX-License-Identifier: Apache-2.0
/** Rules of jobs, reads and commands to the automatic service, the same for clients and servers. */
package org.apache.hadoop.ozone.om.compaction.rule;
