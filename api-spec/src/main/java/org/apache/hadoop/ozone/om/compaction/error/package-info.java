// SPDX-License-Identifier: Apache-2.0
/**
 * The exception for refusals, for the OM, the client and Recon. Inputs are a code, a message and the field or job that
 * causes the refusal. Outputs are the text in OM's own exceptions, JSON, and an HTTP status.
 */
package org.apache.hadoop.ozone.om.compaction.error;
