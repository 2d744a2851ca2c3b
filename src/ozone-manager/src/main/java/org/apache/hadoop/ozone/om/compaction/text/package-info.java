// SPDX-License-Identifier: Apache-2.0
/**
 * Makes the texts and the REST model of answers. {@code ValueFormat} formats counts, sizes, times and keys for
 * sentences, {@code LeftOut} says why a plan leaves ranges out, and {@code ModelMapper} and {@code PlanModel} convert
 * keys, files and plans to the REST model.
 */
package org.apache.hadoop.ozone.om.compaction.text;
