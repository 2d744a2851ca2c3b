// SPDX-License-Identifier: Apache-2.0
/** The automatic service, which plans everything every few minutes and submits rounds. */
package org.apache.hadoop.ozone.om.compaction.service;
