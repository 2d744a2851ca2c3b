// SPDX-License-Identifier: Apache-2.0
import type { Problem } from './model';

const SCAN_MILLIS = 1000;
const NODE_MILLIS = 10_000;

interface Incomplete {
  /** Absent where none are scanned for it. */
  filesToScan?: number;
  unanswered: readonly Problem[];
}

/**
 * When to ask again for an answer that will be better: soon while files are being scanned for it, later where nodes are
 * missing from it, as they may be busy, or come back. Milliseconds; undefined for never.
 */
export function untilComplete(list: Incomplete | undefined): number | undefined {
  if ((list?.filesToScan ?? 0) > 0) {
    return SCAN_MILLIS;
  }
  return list && list.unanswered.length > 0 ? NODE_MILLIS : undefined;
}
