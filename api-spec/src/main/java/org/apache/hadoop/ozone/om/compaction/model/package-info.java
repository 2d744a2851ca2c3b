// SPDX-License-Identifier: Apache-2.0
/** The JSON model, generated from openapi.yaml, and the classes that convert job records and JSON to this model. */
package org.apache.hadoop.ozone.om.compaction.model;
