// SPDX-License-Identifier: Apache-2.0
import type { Problem } from './model';

const SCAN_MILLIS = 1000;
/** An OM looks for up to two seconds each time that it is asked, and has other work. */
const LOOK_MILLIS = 2000;
const NODE_MILLIS = 10_000;

interface Incomplete {
  /** Absent where none are scanned for it. */
  filesToScan?: number;
  /** Absent where no slow places are in it. */
  notLookedAt?: readonly unknown[];
  unanswered: readonly Problem[];
}

/**
 * When to ask again for an answer that will be better: soon while files are being scanned for it, or keys are still to
 * be looked at; later where nodes are missing from it, as they may be busy, or come back. Milliseconds; undefined for
 * never.
 */
export function untilComplete(list: Incomplete | undefined): number | undefined {
  if (list === undefined) {
    return undefined;
  }
  const { filesToScan = 0, notLookedAt = [], unanswered } = list;
  if (filesToScan > 0) {
    return SCAN_MILLIS;
  }
  if (notLookedAt.length > 0) {
    return LOOK_MILLIS;
  }
  return unanswered.length > 0 ? NODE_MILLIS : undefined;
}
