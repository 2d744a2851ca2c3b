// SPDX-License-Identifier: Apache-2.0
/**
 * Makes SST files of the FSO tables end where a bucket ends. The options for that are set before OM opens its database;
 * while OM runs, automatic compactions are switched on again.
 *
 * <pre>
 * ozone-site.xml -> CompactionGuard.prepare -> FsoBuckets: not too many? -> options in OMDBDefinition -> OM opens om.db
 *                   CompactionGuard.look, once a second: automatic compactions of what OM has opened since
 * </pre>
 */
package org.apache.hadoop.ozone.om.compaction.guard;
