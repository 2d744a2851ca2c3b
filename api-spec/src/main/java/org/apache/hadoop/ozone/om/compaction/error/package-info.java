// SPDX-License-Identifier: Apache-2.0
/**
 * The exception that is a refusal, for the OM, the client and Recon. A code, a message and the field or
 * job that it is about come in. They go out as text in OM's own exceptions, as JSON, and as an HTTP status.
 */
package org.apache.hadoop.ozone.om.compaction.error;
