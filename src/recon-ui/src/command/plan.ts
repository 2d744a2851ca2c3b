// SPDX-License-Identifier: Apache-2.0
import type { Node, RangeList, SkippedRange } from '../api/model';

/** Whether a job with these turns would find nothing to do: all its nodes have planned, and none has a range. */
export function isEmptyPlan({ totals }: RangeList, turns: readonly Node[]): boolean {
  const hasNothing = ({ nodeId }: Node) => totals.some((each) => each.nodeId === nodeId && each.ranges === 0);
  return turns.length > 0 && turns.every(hasNothing);
}

/** Of what was left out, that with most tombstones: it tells best why there is nothing. */
export function worstLeftOut({ skipped }: RangeList): SkippedRange | undefined {
  return [...skipped].sort((a, b) => b.tombstones.high - a.tombstones.high)[0];
}

/** What to do instead of a job that would have nothing to do. */
export function insteadOf(reason: string | undefined): string {
  switch (reason) {
    case 'BELOW_MIN_TOMBSTONES':
    case 'BELOW_MIN_RATIO':
      return 'Lower "Tombstones from" or "Ratio from" under Thresholds and sizes, or compact one bucket of the list: '
        + 'one that is named needs to reach no threshold.';
    case 'BEING_COMPACTED':
      return 'RocksDB is at it by itself. Open this dialog again when it is done.';
    case 'NO_TOMBSTONES':
      return 'There is nothing to gain. What was deleted just now may be in memory still; it counts as soon as it is '
        + 'in an SST file, where the option --flush of the command puts it.';
    default:
      return 'No SST file holds such keys: they were never written, or are in memory still. Choose other keys, or look '
        + 'again later.';
  }
}
