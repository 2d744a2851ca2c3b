// SPDX-License-Identifier: Apache-2.0
/**
 * The contract's JSON model, generated from openapi.yaml, and the conversion of replicated records to it. Job records
 * and JSON come in. Objects of the model go out, equal on the command line, in Recon and at each OM.
 */
package org.apache.hadoop.ozone.om.compaction.model;
