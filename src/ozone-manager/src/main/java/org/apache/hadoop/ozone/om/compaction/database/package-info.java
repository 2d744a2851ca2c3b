// SPDX-License-Identifier: Apache-2.0
/**
 * Access to OM's database, which OM can close or replace at any time: reads then throw DatabaseUnavailableException.
 */
package org.apache.hadoop.ozone.om.compaction.database;
