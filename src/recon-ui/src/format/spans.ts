// SPDX-License-Identifier: Apache-2.0
import type { Bucket, CountInterval, DeletionBacklog, Range, TableSummary } from '../api/model';
import { count, countInterval, estimatedCount, exactCount, NOT_MEASURED, ratioInterval, wait } from './units';

/** `/volume/bucket`, or undefined for keys of none. */
export function bucketName({ volume, bucket }: Pick<Bucket, 'volume' | 'bucket'>): string | undefined {
  return volume !== undefined && bucket !== undefined ? `/${volume}/${bucket}` : undefined;
}

/** Whose keys a range holds; undefined for those of none. */
export function bucketsOf(
  range: Pick<Range, 'volume' | 'bucket' | 'bucketCount' | 'firstBucket' | 'lastBucket'>,
): string | undefined {
  const { bucketCount = 0, firstBucket, lastBucket } = range;
  if (bucketCount < 2) {
    return bucketName(range);
  }
  const counted = `${exactCount(bucketCount)} buckets`;
  return firstBucket === undefined || lastBucket === undefined ? counted
    : `${firstBucket} … ${lastBucket} (${counted})`;
}

/** Those in memory; undefined where there are none. */
function memoryOf({ memtableTombstones }: Bucket): CountInterval | undefined {
  return memtableTombstones && memtableTombstones.high > 0 ? memtableTombstones : undefined;
}

/** The same in figures; undefined where there are none. */
export function memoryText(row: Bucket): string | undefined {
  const inMemory = memoryOf(row);
  return inMemory && estimatedCount(inMemory);
}

/** All tombstones of a span in figures. */
export function tombstonesText(row: Bucket): string {
  return memoryOf(row) ? estimatedCount(row.allTombstones) : countOf(row, row.allTombstones);
}

/** How much of the densest stretch are tombstones; undefined where nobody knows. */
export function shareInARow({ run }: Bucket): string | undefined {
  const share = run ? ratioInterval(run.tombstoneRatio) : NOT_MEASURED;
  return share === NOT_MEASURED ? undefined : share;
}

/** Writes what a list of some keys waits; "?" where nobody has looked at all of them and no known place is slow. */
export function waitOf({ waitMicros, lookedAt }: Pick<Bucket, 'waitMicros' | 'lookedAt'>): string {
  return waitMicros === undefined && lookedAt === false ? NOT_MEASURED : wait(waitMicros);
}

export function tableTombstones({ tombstones, memtableTombstones }: TableSummary): number {
  return tombstones + memtableTombstones;
}

export function tableEntries({ entries, memtableEntries, memtableTombstones }: TableSummary): number {
  return entries + Math.max(memtableEntries, memtableTombstones);
}

/** Nothing is known to be wrong, and all of it is known. */
export function isQuiet({ kind, waitMicros, lookedAt }: Bucket): boolean {
  return kind !== undefined && waitMicros === undefined && lookedAt !== false;
}

/**
 * The number of a row; unknown where anything from none of its entries to all may be tombstones, as it shares all its
 * files with other buckets.
 */
export function countOf(row: Bucket, counted: CountInterval): string {
  return isUnknown(row) && counted.low === 0 && counted.high > 0 ? NOT_MEASURED : countInterval(counted);
}

/** Tombstones per entry in figures; unknown where counts are. */
export function ratioText(row: Bucket): string {
  return isUnknown(row) ? NOT_MEASURED : ratioInterval(row.allTombstoneRatio);
}

function isUnknown(row: Bucket): boolean {
  const { low, high } = row.run?.tombstoneRatio ?? row.allTombstoneRatio;
  return low === 0 && high === 1;
}

/** Rows that wait for deletion; undefined where there are none. */
export function backlog(waiting: DeletionBacklog | undefined): string | undefined {
  return waiting === undefined || waiting.rows === 0 ? undefined
    : `${waiting.bounded ? '>' : ''}${count(waiting.rows)}`;
}
