// SPDX-License-Identifier: Apache-2.0
/** The replicated messages, generated from compaction.proto, what is read of them, and their envelope in an EchoRPC. */
package org.apache.hadoop.ozone.om.compaction.proto;
