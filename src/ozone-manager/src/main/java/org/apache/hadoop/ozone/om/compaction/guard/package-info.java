// SPDX-License-Identifier: Apache-2.0
/**
 * Makes SST files of the FSO tables end where a bucket ends. The options for that are set before OM opens its database,
 * and also switch automatic compactions off; after OM has opened its database, they are switched on again there.
 *
 * <pre>
 * ozone-site.xml -> CompactionGuard.prepare -> FsoBuckets: not too many? -> options in OMDBDefinition -> OM opens om.db
 *                   CompactionGuard.look, once a second: automatic compactions on, in OM's new database
 * </pre>
 */
package org.apache.hadoop.ozone.om.compaction.guard;
