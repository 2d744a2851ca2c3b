// SPDX-License-Identifier: Apache-2.0
import type { Parameters } from '../api/client';
import type { FlushCost, JobRequest, KeyRange, Node, RangeList, SkippedRange, Targets } from '../api/model';
import { rangeText } from '../format/keys';

/** The parameters of the preview of all that a job would compact. */
export function planOf({ targets, thresholds, notBefore, flush }: JobRequest): Parameters {
  const { tables, keyRanges } = rangesInText(targets);
  return {
    volume: targets.volume,
    bucket: targets.buckets,
    prefix: targets.prefix,
    path: targets.path,
    table: tables.join(','),
    keyRange: keyRanges,
    exclude: targets.exclude?.join(','),
    slow: targets.slow,
    flush,
    ...thresholds,
    notBefore,
  };
}

/** Key ranges as reads and commands take them: in the one table that is named beside them, else each with its own. */
export function rangesInText({ tables = [], keyRanges = [] }: Targets): { tables: string[]; keyRanges: string[] } {
  const named = [...new Set(tables.length > 0 ? tables : keyRanges.map(({ table }) => table))];
  const text = ({ table, begin, end }: KeyRange) =>
    (named.length === 1 ? '' : `${table}:`) + rangeText(begin, end);
  return { tables: named.length === 1 ? named : tables, keyRanges: keyRanges.map(text) };
}

/** Whether there is nothing to compact as things are: all nodes with a turn have planned, and none has a range. */
export function isEmptyPlan({ totals }: RangeList, turns: readonly Node[]): boolean {
  const hasNothing = ({ nodeId }: Node) => totals.some((each) => each.nodeId === nodeId && each.ranges === 0);
  return turns.length > 0 && turns.every(hasNothing);
}

/** The tombstones in memory of the nodes with a turn. */
export function inMemory({ flushes = [] }: RangeList, turns: readonly Node[]): FlushCost[] {
  return flushes.filter((flush) => turns.some(({ nodeId }) => nodeId === flush.nodeId));
}

/** Whether a job would find nothing to do, not even after what it does first. */
export function isForNothing(plan: RangeList, turns: readonly Node[], { afterDeletions }: JobRequest): boolean {
  return isEmptyPlan(plan, turns) && !afterDeletions && !inMemory(plan, turns).some(({ planned }) => planned);
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
    case 'BEYOND_TOTAL_BYTES':
      return 'Allow more under "Write at most (MB)", or make ranges smaller under Thresholds and sizes.';
    case 'BEING_COMPACTED':
      return 'RocksDB is at it by itself. Open this dialog again when it is done.';
    case 'CORRUPT_FILE':
      return 'A file of this OM is corrupt: check the disk of om.db and bootstrap that OM anew.';
    case 'NO_TOMBSTONES':
      return 'There is nothing to gain. What was deleted just now may be in memory still; it counts as soon as it is '
        + 'in an SST file, where "Flush memory first" puts it.';
    default:
      return 'No SST file holds such keys: they were never written, or are in memory still. Choose other keys, or look '
        + 'again later.';
  }
}
