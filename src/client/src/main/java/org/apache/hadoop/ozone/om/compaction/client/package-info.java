// SPDX-License-Identifier: Apache-2.0
/** A client of one ring of OMs. {@link org.apache.hadoop.ozone.om.compaction.client.Ring} is the way in. */
package org.apache.hadoop.ozone.om.compaction.client;
