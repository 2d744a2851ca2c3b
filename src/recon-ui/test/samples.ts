// SPDX-License-Identifier: Apache-2.0
import type {
  Bucket, BucketList, CountInterval, FlushCost, Job, Key, Node, NodeList, PlanTotals, Pressure, Range, RangeList,
  RatioInterval, Run, Service, ServiceList, ServiceRange, ServiceRound, SlowPlace, SlowPlaceList, SstFile, SstFileList,
  TableSummary,
} from '../src/api/model';

export function key(text: string): Key {
  return { text, base64: Buffer.from(text).toString('base64') };
}

/** A key in which ids stand for names. */
export function named(text: string, name: string): Key {
  return { ...key(text), name };
}

export const CALM: Pressure = {
  waits: [], l0Files: 3, l0SlowdownTrigger: 20, writesStopped: false, delayedWriteRate: 0, pendingCompactionBytes: 0,
  freeDiskBytes: 2 ** 38, diskReserveBytes: 2 ** 33, checkpointUnderWay: false, prepared: false,
};

export function node(nodeId: string, more: Partial<Node> = {}): Node {
  return {
    nodeId, role: 'FOLLOWER', host: `${nodeId}.example.org`, reachable: true, addOnVersion: '1.0.0',
    ozoneVersion: '2.2.0', pressure: CALM, ...more,
  };
}

export const NODES: NodeList = { totalCount: 3, nodes: [node('om1', { role: 'LEADER' }), node('om2'), node('om3')] };

/** What is in memory has to be told, with the sums. */
export function bucket(more: Partial<Bucket> = {}): Bucket {
  const inFiles = {
    entries: between(900, 1000), tombstones: between(300, 400), tombstoneRatio: ratioBetween(0.3, 0.44), ...more,
  };
  return {
    nodeId: 'om1', table: 'keyTable', volume: 'v', bucket: 'b', begin: key('/v/b/'), end: key('/v/b/~'),
    files: 5, sharedFiles: 2, sizeBytes: 3 * 2 ** 20, allEntries: inFiles.entries, allTombstones: inFiles.tombstones,
    allTombstoneRatio: inFiles.tombstoneRatio, ...inFiles,
  };
}

export function run(tombstones: number, entries = tombstones): Run {
  return {
    begin: key('/v/b/a'), end: key('/v/b/f'), entries: exactly(entries), tombstones: exactly(tombstones),
    tombstoneRatio: ratioBetween(tombstones / entries, tombstones / entries),
  };
}

/** A slow place in one bucket. */
export function slowPlace(more: Partial<SlowPlace> = {}): SlowPlace {
  return {
    nodeId: 'om1', table: 'keyTable', begin: key('/v/b/a'), end: key('/v/b/f'), head: false, firstBucket: '/v/b',
    lastBucket: '/v/b', bucketCount: 1, tombstones: exactly(34_000), memtableTombstones: exactly(0),
    deadEntries: exactly(68_000), deadBytes: 3 * 2 ** 20, endReached: true, waitMicros: 37_000, measuredMicros: 21_300,
    why: 'A list of /v/b passes 34,000 tombstones before the first key.',
    flush: false, predictedReadBytes: 5_000_000, predictedWriteBytes: 500_000, ...more,
  };
}

/** As an OM answers that has looked at everything. */
export function slowPlaceList(more: Partial<SlowPlaceList> = {}): SlowPlaceList {
  const places = more.places ?? [];
  return {
    totalCount: places.length, places,
    notLookedAt: [], tables: [table('keyTable')], unanswered: [], ...more,
  };
}

/** So many places, slowest first, of which a page begins at one. */
export function pageOfPlaces(total: number, from: number, limit: number): SlowPlaceList {
  const names = Array.from({ length: total }, (_, at) => `/v/b${String(at + 1).padStart(4, '0')}`);
  const places = names.slice(from, from + limit).map((name, at) => slowPlace({
    begin: key(`${name}/a`), end: key(`${name}/f`), firstBucket: name, lastBucket: name,
    waitMicros: 900_000 - 100 * (from + at), why: `A list of ${name} passes 34,000 tombstones before the first key.`,
  }));
  return slowPlaceList({
    totalCount: total, places, ...(from + limit < total ? { nextKey: String(from + limit) } : {}),
  });
}

export function exactly(value: number): CountInterval {
  return { low: value, high: value, shown: value, mark: 'EXACT' };
}

/** A count that an OM shows by its middle. */
export function between(low: number, high: number): CountInterval {
  return { low, high, shown: Math.floor((low + high) / 2), mark: 'ABOUT' };
}

/** A count that an OM shows by its upper end. */
export function atMost(high: number): CountInterval {
  return { low: 0, high, shown: high, mark: 'AT_MOST' };
}

export function ratioBetween(low: number, high: number): RatioInterval {
  return { low, high, shown: (low + high) / 2, mark: low === high ? 'EXACT' : 'ABOUT' };
}

export function table(name: string, more: Partial<TableSummary> = {}): TableSummary {
  return {
    nodeId: 'om1', table: name, files: 11, sizeBytes: 2 ** 20, entries: 58_000, tombstones: 18_000,
    memtableEntries: 0, memtableTombstones: 0, ...more,
  };
}

export function flush(more: Partial<FlushCost> = {}): FlushCost {
  return {
    nodeId: 'om1', table: 'keyTable', memtableTombstones: exactly(1_000_000),
    predictedWriteBytes: 24 * 2 ** 20, planned: false, ...more,
  };
}

export function bucketList(more: Partial<BucketList> = {}): BucketList {
  return { totalCount: 1, buckets: [bucket()], tables: [], filesToScan: 0, notLookedAt: [], unanswered: [], ...more };
}

export function range(more: Partial<Range> = {}): Range {
  return {
    nodeId: 'om1', rank: 1, table: 'keyTable', volume: 'v', bucket: 'b', begin: key('/v/b/a'), end: key('/v/b/f'),
    files: 3, entries: exactly(900), tombstones: exactly(500), predictedReadBytes: 2 * 2 ** 20,
    predictedWriteBytes: 2 ** 20, collateralBytes: 2 ** 18, snapshotRetainedBytes: 0, tombstonesPerMegabyte: 500,
    ...more,
  };
}

export function totals(nodeId: string, more: Partial<PlanTotals> = {}): PlanTotals {
  return {
    nodeId, ranges: 4, tombstones: exactly(500), predictedReadBytes: 2 * 2 ** 20,
    predictedWriteBytes: 2 ** 20, collateralBytes: 2 ** 18, snapshotRetainedBytes: 2 ** 17, ...more,
  };
}

export function rangeList(more: Partial<RangeList> = {}): RangeList {
  return {
    totalCount: 1, ranges: [range()], skipped: [], totals: [totals('om1')], filesToScan: 0, unanswered: [], ...more,
  };
}

export function sst(name: string, level: number, begin: string, end: string, more: Partial<SstFile> = {}): SstFile {
  return {
    name, level, begin: key(begin), end: key(end), sizeBytes: 2 ** 20, entries: 1000, tombstones: 250,
    beingCompacted: false, ...more,
  };
}

export const SST_FILES: SstFileList = {
  totalCount: 4, nodeId: 'om1', table: 'keyTable', begin: key('/v/b/'), end: key('/v/b/~'), unanswered: [],
  sstFiles: [
    sst('000009.sst', 0, '/v/b/a', '/v/b/z'), sst('000004.sst', 6, '/v/b/a', '/v/b/f', { tombstones: 900 }),
    sst('000005.sst', 6, '/v/b/g', '/v/b/m'), sst('000006.sst', 6, '/v/b/n', '/v/b/z'),
  ],
};

export function job(more: Partial<Job> = {}): Job {
  return {
    jobId: '11111111-2222-4333-8444-555555555555', state: 'RUNNING', requestedBy: 'recon', endUser: 'alice',
    targets: { buckets: ['/v/b'], tables: ['keyTable'] }, thresholds: { minTombstones: 10_000, minRatio: 0.3 },
    nodeIds: ['om2', 'om1'], maxParallelNodes: 1, maxWriteRate: 50 * 2 ** 20, created: '2026-01-02T03:04:05Z',
    revision: 3,
    turns: [
      {
        nodeId: 'om2', state: 'RUNNING', waitingFor: { reason: 'L0_FILES', message: 'L0 holds 21 files.' },
        figures: {
          rangesTotal: 8, rangesDone: 2, rangesDropped: 1, predictedReadBytes: 8 * 2 ** 20, readBytes: 2 ** 20,
          predictedWriteBytes: 4 * 2 ** 20, writeBytes: 2 ** 19, tombstonesBefore: 5000, tombstonesAfter: 4000,
          seekMicrosBefore: 61_700, seekMicrosAfter: 31, waitedMillis: 65_000, largeStepBytes: 2 ** 29,
          flushedBytes: 2 ** 18,
        },
      },
      { nodeId: 'om1', state: 'WAITING' },
    ],
    ...more,
  };
}

export function serviceRange(more: Partial<ServiceRange> = {}): ServiceRange {
  return {
    table: 'keyTable', volume: 'v', bucket: 'b', bucketCount: 1, begin: key('/v/b/a'), end: key('/v/b/f'),
    tombstones: exactly(62_000), waitMicros: 22_300, oldest: '2026-01-01T03:04:05',
    predictedReadBytes: 5 * 2 ** 20, predictedWriteBytes: 2 ** 19, predictedWrite: { low: 2 ** 18, high: 2 ** 20 },
    choice: 'CHOSEN',
    message: 'A list waits about 22.3 ms there; one that waits 5.0 ms or longer is slow.', ...more,
  };
}

export function round(more: Partial<ServiceRound> = {}): ServiceRound {
  return {
    jobId: job().jobId, state: 'SUCCEEDED', begun: '2026-01-02T03:04:05', ended: '2026-01-02T03:05:00',
    ranges: 2, predictedTombstones: 99_500, tombstonesRemoved: 62_000, writeBytes: 2 ** 19, ...more,
  };
}

/** A service that compacts, and has nothing to do just now. */
export function service(more: Partial<Service> = {}): Service {
  return {
    nodeId: 'om1', state: 'IDLE', mode: 'COMPACT', message: 'No range is worth a round.', windows: 'always',
    dailyBytes: 20 * 2 ** 30, spentBytes: 5 * 2 ** 30, problems: [], rangesChosen: 0, rangesLeftOut: 0, ranges: [],
    looked: '2026-01-02T03:10:00', looksAgain: '2026-01-02T03:20:00', ...more,
  };
}

export function serviceList(...services: Service[]): ServiceList {
  return { totalCount: services.length, services, unanswered: [] };
}
