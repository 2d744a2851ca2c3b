// SPDX-License-Identifier: Apache-2.0
/** Builds JSON answers with entity tags, and maps refusals to HTTP statuses. */
package org.apache.hadoop.ozone.recon.api.compaction.answer;
