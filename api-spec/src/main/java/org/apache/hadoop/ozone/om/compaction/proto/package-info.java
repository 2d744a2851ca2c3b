// SPDX-License-Identifier: Apache-2.0
/**
 * The replicated messages, generated from compaction.proto, and the envelope that carries them inside of an EchoRPC.
 * Wraps a command into a payload with mark, version and time, and unwraps the payload of a request into its command.
 */
package org.apache.hadoop.ozone.om.compaction.proto;
