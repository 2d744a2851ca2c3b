// SPDX-License-Identifier: Apache-2.0
/**
 * Builds the answers of endpoints and filters. Objects of the model, refusals and files of a jar come in. Responses go
 * out: JSON that equals the command's byte for byte, with entity tags, and the HTTP status of a refusal.
 */
package org.apache.hadoop.ozone.recon.api.compaction.answer;
