// SPDX-License-Identifier: Apache-2.0
/**
 * Classes that read the ring with several requests, for example to wait for a job. {@code OmClasses} opens a database
 * without a ring.
 */
package org.apache.hadoop.ozone.admin.om.compaction.ring;
