// SPDX-License-Identifier: Apache-2.0
import type { NotLookedAt, Problem, SlowPlace } from './model';

const SCAN_MILLIS = 1000;
/** An OM looks for up to two seconds each time that it is asked, and has other work. */
const LOOK_MILLIS = 2000;
const NODE_MILLIS = 10_000;

interface Incomplete {
  /** Absent where none are scanned for it. */
  filesToScan?: number;
  /** Absent where no slow places are in it. */
  notLookedAt?: readonly NotLookedAt[];
  /** Absent where no slow places are in it. */
  places?: readonly SlowPlace[];
  unanswered: readonly Problem[];
}

/**
 * When to ask again for an answer that will be better: soon while files are being scanned for it, keys are still to be
 * looked at that can be read, or there was no time to find the buckets or the price of a place; later where nodes are
 * missing from it, as they may be busy, or come back. Milliseconds; undefined for never.
 */
export function pollWhileIncomplete(list: Incomplete | undefined): number | undefined {
  if (list === undefined) {
    return undefined;
  }
  const { filesToScan = 0, notLookedAt = [], places = [], unanswered } = list;
  if (filesToScan > 0) {
    return SCAN_MILLIS;
  }
  if (!notLookedAt.every(({ unreadable }) => unreadable) || !places.every(isKnown)) {
    return LOOK_MILLIS;
  }
  return unanswered.length > 0 ? NODE_MILLIS : undefined;
}

/** True if it says whose keys the place is made of, and its price where it can have one. */
function isKnown({ bucketCount, endReached, predictedWriteBytes }: SlowPlace): boolean {
  return bucketCount !== undefined && (!endReached || predictedWriteBytes !== undefined);
}
