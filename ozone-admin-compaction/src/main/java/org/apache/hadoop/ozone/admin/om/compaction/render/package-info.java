// SPDX-License-Identifier: Apache-2.0
/** Renders objects of openapi.yaml's JSON model, such as jobs and ranges, as text for people and as CSV. */
package org.apache.hadoop.ozone.admin.om.compaction.render;
