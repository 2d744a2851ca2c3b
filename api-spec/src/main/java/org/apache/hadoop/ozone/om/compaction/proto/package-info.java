// SPDX-License-Identifier: Apache-2.0
/** The replicated messages, generated from compaction.proto, and the envelope that carries them in an EchoRPC. */
package org.apache.hadoop.ozone.om.compaction.proto;
