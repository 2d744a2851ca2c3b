// SPDX-License-Identifier: Apache-2.0
/**
 * Renders the contract's objects as text for people, and as CSV. Objects of the model come in, with the width, the
 * colours and the time zone of a terminal. Text goes out; this package reads and prints nothing.
 */
package org.apache.hadoop.ozone.admin.om.compaction.render;
