// SPDX-License-Identifier: Apache-2.0
import type { Bucket, CountInterval, DeletionBacklog, Range, RatioInterval, TableSummary } from '../api/model';
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

const NOTHING: CountInterval = { low: 0, high: 0 };

/** All tombstones of a span, those in memory among them. */
export function tombstonesOf({ tombstones, memtableTombstones = NOTHING }: Bucket): CountInterval {
  return plus(tombstones, memtableTombstones);
}

/** All entries of a span; of those in memory there are never fewer than tombstones, whatever the estimate says. */
export function entriesOf({ entries, memtableEntries = 0, memtableTombstones = NOTHING }: Bucket): CountInterval {
  return plus(entries, {
    low: Math.max(memtableEntries, memtableTombstones.low), high: Math.max(memtableEntries, memtableTombstones.high),
  });
}

/** Tombstones per entry, those in memory counted in. */
export function ratioOf(row: Bucket): RatioInterval {
  if (memoryOf(row) === undefined) {
    return row.tombstoneRatio;
  }
  const tombstones = tombstonesOf(row);
  const entries = entriesOf(row);
  return { low: tombstones.low / entries.high, high: Math.min(1, tombstones.high / entries.low) };
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
  return memoryOf(row) ? estimatedCount(tombstonesOf(row)) : countOf(row, tombstonesOf(row));
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

function plus(one: CountInterval, other: CountInterval): CountInterval {
  return { low: one.low + other.low, high: one.high + other.high };
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
  return isUnknown(row) ? NOT_MEASURED : ratioInterval(ratioOf(row));
}

function isUnknown(row: Bucket): boolean {
  const { low, high } = row.run?.tombstoneRatio ?? ratioOf(row);
  return low === 0 && high === 1;
}

/** Rows that wait for deletion; undefined where there are none. */
export function backlog(waiting: DeletionBacklog | undefined): string | undefined {
  return waiting === undefined || waiting.rows === 0 ? undefined
    : `${waiting.bounded ? '>' : ''}${count(waiting.rows)}`;
}
