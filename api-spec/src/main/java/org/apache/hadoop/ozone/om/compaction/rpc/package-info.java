// SPDX-License-Identifier: Apache-2.0
/** OM's own RPC, which carries the add-on's commands. */
package org.apache.hadoop.ozone.om.compaction.rpc;
