// SPDX-License-Identifier: Apache-2.0
/**
 * Renders objects of openapi.yaml's JSON model, such as jobs and ranges, as text for people, and as CSV. These objects
 * come in, with the layout, the colours and the time zone. Text goes out; this package reads and prints nothing.
 */
package org.apache.hadoop.ozone.admin.om.compaction.render;
