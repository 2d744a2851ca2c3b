// SPDX-License-Identifier: Apache-2.0
/**
 * The JSON model, generated from openapi.yaml, and the classes that turn replicated job records and JSON into objects
 * of this model. The command line, Recon and every OM use the same classes, so a record yields equal objects in all of
 * them.
 */
package org.apache.hadoop.ozone.om.compaction.model;
