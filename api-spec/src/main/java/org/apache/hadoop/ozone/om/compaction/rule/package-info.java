// SPDX-License-Identifier: Apache-2.0
/**
 * Rules of jobs, reads and commands to the automatic service. Clients and servers use the same rules, and come to the
 * same result.
 */
package org.apache.hadoop.ozone.om.compaction.rule;
