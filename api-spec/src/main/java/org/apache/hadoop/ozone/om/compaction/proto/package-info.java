// SPDX-License-Identifier: Apache-2.0
/**
 * The replicated messages, generated from compaction.proto, and the envelope that carries them inside of an EchoRPC. A
 * command or the payload of a request comes in. A payload with mark, version and time goes out, or the command that it
 * holds.
 */
package org.apache.hadoop.ozone.om.compaction.proto;
