// SPDX-License-Identifier: Apache-2.0
import type { NotLookedAt, Problem, SlowPlace, SlowPlaceList } from '../api/model';
import { bytes, count, countInterval, estimatedCount, exactCount, listed, NOT_MEASURED } from './units';

/** Which buckets have keys at a place; undefined where none has, or where it is not known. */
export function bucketsAt({ firstBucket, lastBucket, bucketCount }: SlowPlace): string | undefined {
  return bucketCount === undefined || bucketCount < 2 || firstBucket === lastBucket ? firstBucket
    : `${firstBucket ?? ''} … ${lastBucket ?? ''}`;
}

/** Tombstones at a place that are in memory; undefined where there are none. */
export function inMemory({ memtableTombstones }: SlowPlace): string | undefined {
  return memtableTombstones.high > 0 ? `${estimatedCount(memtableTombstones)} in memory` : undefined;
}

/** Bytes that an OM reads and writes to compact the place alone; not known where there was no time to find out. */
export function costOf({ predictedReadBytes, predictedWriteBytes }: SlowPlace): string {
  return predictedReadBytes === undefined || predictedWriteBytes === undefined ? NOT_MEASURED
    : `~${bytes(predictedReadBytes + predictedWriteBytes)}`;
}

/** The scope of a headline: all places, or those that match the filters. */
export type Among = 'everything' | 'what matches';

/**
 * How many places are slow, as far as anybody has looked, and what is left to look at: no list is called fast that
 * nobody looked at. Undefined where no OM has answered.
 */
export function headline(list: SlowPlaceList, among: Among): string | undefined {
  const { totalCount, notLookedAt, unanswered } = list;
  const nodes = nodesOf(list);
  if (nodes.length === 0 && unanswered.length > 0) {
    return undefined;
  }
  const open = notLookedAt.length > 0;
  const whose = among === 'everything' ? '' : ` among ${among}`;
  const where = nodes.length > 1 ? `, those of ${listed(nodes)} together` : '';
  const found = totalCount === 0
    ? `No list is slow${whose}${open || unanswered.length > 0 ? ' where anybody has looked' : ''}`
    : `Lists are slow at ${places(totalCount)}${open || unanswered.length > 0 ? ' or more' : ''}${whose}${where}`;
  return `${[found, ...left(notLookedAt), ...missing(unanswered)].join('; ')}.`;
}

/** The OMs whose places are listed. */
export function nodesOf({ tables, places, notLookedAt }: SlowPlaceList): string[] {
  return [...new Set([...tables, ...places, ...notLookedAt].map(({ nodeId }) => nodeId))];
}

function places(total: number): string {
  return total === 1 ? 'one place' : `${exactCount(total)} places`;
}

function left(notLookedAt: readonly NotLookedAt[]): string[] {
  if (notLookedAt.length === 0) {
    return [];
  }
  const tables = [...new Set(notLookedAt.map(({ table }) => table))];
  const tombstones = notLookedAt.reduce((sum, each) => sum + each.tombstones, 0);
  return [`~${count(tombstones)} tombstones in ${listed(tables)} are still to be looked at (it goes on by itself)`];
}

function missing(unanswered: readonly Problem[]): string[] {
  return unanswered.length === 0 ? []
    : [`${listed([...new Set(unanswered.map(({ nodeId }) => nodeId))])} did not answer`];
}

/** Says in words which dead entries a list passes at a place. */
export function passed({ deadEntries, deadBytes, endReached }: SlowPlace): string {
  return `A list passes ${endReached ? '' : 'at least '}${countInterval(deadEntries)} dead entries`
    + ` and reads ${bytes(deadBytes)} for them`;
}
