// SPDX-License-Identifier: Apache-2.0
/** Makes the sentences of messages: {@code ValueFormat} of values, {@code LeftOut} of what a plan leaves out. */
package org.apache.hadoop.ozone.om.compaction.text;
