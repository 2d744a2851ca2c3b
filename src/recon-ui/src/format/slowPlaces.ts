// SPDX-License-Identifier: Apache-2.0
import type { Node, NotLookedAt, Problem, SlowPlace, SlowPlaceList } from '../api/model';
import { bytes, count, countInterval, estimatedCount, exactCount, listed, NOT_MEASURED, wait } from './units';

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

/** Says of each other OM whose lists are slow, or may be, what it has reported itself; nothing of it is filtered. */
export function elsewhere(nodes: readonly Node[], asked: readonly string[]): string[] {
  return nodes.filter(({ nodeId }) => !asked.includes(nodeId)).flatMap(({ nodeId, slowLists }) => {
    if (slowLists === undefined || (slowLists.count === 0 && slowLists.complete)) {
      return [];
    }
    const { count: total, complete, slowestMicros, bucket, table } = slowLists;
    return total === 0 ? `On ${nodeId} no list is slow where anybody has looked.`
      : `On ${nodeId} lists are slow at ${places(total)}${complete ? '' : ' or more'}, up to ${wait(slowestMicros)}`
        + `${bucket === undefined ? '' : ` in ${bucket}`}${table === undefined ? '' : ` (${table})`}.`;
  });
}

function places(total: number): string {
  return total === 1 ? 'one place' : `${exactCount(total)} places`;
}

function left(notLookedAt: readonly NotLookedAt[]): string[] {
  const unreadable = notLookedAt.filter((each) => each.unreadable);
  return [
    ...sum(notLookedAt.filter((each) => !each.unreadable), 'are still to be looked at (it goes on by itself)'),
    ...sum(unreadable, 'cannot be looked at, as SST files there cannot be read'),
  ];
}

function sum(notLookedAt: readonly NotLookedAt[], what: string): string[] {
  const tombstones = notLookedAt.reduce((total, each) => total + each.tombstones, 0);
  return notLookedAt.length === 0 ? []
    : [`~${count(tombstones)} tombstones in ${listed([...new Set(notLookedAt.map(({ table }) => table))])} ${what}`];
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
