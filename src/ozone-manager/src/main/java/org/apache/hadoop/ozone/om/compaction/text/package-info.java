// SPDX-License-Identifier: Apache-2.0
/**
 * Makes the texts and the REST model of answers. {@code ValueFormat} formats values for sentences. {@code ModelMapper}
 * and {@code PlanModel} make the REST model.
 */
package org.apache.hadoop.ozone.om.compaction.text;
