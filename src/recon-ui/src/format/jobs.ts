// SPDX-License-Identifier: Apache-2.0
import type { Job, JobState, KeyRange, Targets, TurnFigures, TurnState } from '../api/model';
import { rangeName, rangeText } from './keys';
import { bytes, counted, exactCount, onReadersClock, ratio, time } from './units';

/** Keys that begin with the ids of volume and bucket. */
const WITH_IDS = /^\/-?\d+\/-?\d+\//;

const ENDED: readonly (JobState | TurnState)[] =
  ['SUCCEEDED', 'PARTIAL', 'FAILED', 'CANCELLED', 'EXPIRED', 'SKIPPED'];

export function hasEnded({ state }: { state: JobState | TurnState }): boolean {
  return ENDED.includes(state);
}

/** The nodes where a retry would go on with a job; none if there is nothing to retry or another job does so. */
export function nodesToRetry({ retryNodeIds = [], retriedBy }: Job): readonly string[] {
  return retriedBy === undefined ? retryNodeIds : [];
}

/** What an open job waits for; undefined if somebody has paused it, whatever it waits for besides. */
export function waitOf(job: Job): string | undefined {
  return job.waitingFor && job.pausedBy === undefined && !hasEnded(job) ? onReadersClock(job.waitingFor.message)
    : undefined;
}

/** Sums over the nodes that have something to tell. */
export interface JobSums extends Omit<TurnFigures, 'seekMicrosBefore' | 'seekMicrosAfter'> {
  nodesDone: number;
  /** With figures: of these the rows that each OM holds are summed. */
  nodesBegun: number;
  /** 0 to 1: turns that succeeded count whole, others by their ranges. */
  progress: number;
}

export function sums(job: Job): JobSums {
  const figures = job.turns.flatMap((turn) => turn.figures ?? []);
  const sum = (of: (each: TurnFigures) => number) => figures.reduce((total, each) => total + of(each), 0);
  const done = job.turns.map((turn) => {
    const { rangesDone = 0, rangesTotal = 0 } = turn.figures ?? {};
    return turn.state === 'SUCCEEDED' ? 1 : rangesTotal > 0 ? Math.min(1, rangesDone / rangesTotal) : 0;
  });
  return {
    rangesTotal: sum((each) => each.rangesTotal),
    rangesDone: sum((each) => each.rangesDone),
    rangesDropped: sum((each) => each.rangesDropped),
    predictedReadBytes: sum((each) => each.predictedReadBytes),
    predictedWriteBytes: sum((each) => each.predictedWriteBytes),
    readBytes: sum((each) => each.readBytes),
    writeBytes: sum((each) => each.writeBytes),
    tombstonesBefore: sum((each) => each.tombstonesBefore),
    tombstonesAfter: sum((each) => each.tombstonesAfter),
    waitedMillis: sum((each) => each.waitedMillis),
    nodesBegun: figures.length,
    nodesDone: job.turns.filter(({ state }) => state === 'SUCCEEDED').length,
    progress: done.length === 0 ? 0 : done.reduce((total, each) => total + each, 0) / done.length,
  };
}

/** The mean of the OMs that have begun: a sum would count each row once for every OM. */
export function perNode({ nodesBegun }: JobSums, sum: number): number {
  return nodesBegun === 0 ? 0 : Math.max(0, Math.round(sum / nodesBegun));
}

/** What a job is about, in a few words. */
export function targetText({ targets, targetsLeftOut = 0 }: Pick<Job, 'targets' | 'targetsLeftOut'>): string {
  const { exclude = [] } = targets;
  return `${included(targets, targetsLeftOut)}${exclude.length === 0 ? '' : `, without ${exclude.join(', ')}`}`;
}

function included({ slow, ...targets }: Targets, targetsLeftOut: number): string {
  return `${slow ? 'slow places of ' : ''}${keysIn(targets, targetsLeftOut)}`;
}

function keysIn({ volume, buckets = [], tables = [], keyRanges = [] }: Targets, targetsLeftOut: number): string {
  const [range] = keyRanges;
  const [bucket] = buckets;
  const ranges = bucket === undefined ? keyRanges.length + targetsLeftOut : 0;
  if (range && ranges === 1) {
    return `${range.table}, ${rangeName(range.begin, range.end) ?? rangeText(range.begin, range.end)}`;
  }
  if (ranges > 0) {
    return severalRanges(keyRanges, ranges, targetsLeftOut === 0);
  }
  const more = buckets.length + targetsLeftOut - 1;
  const whose = bucket === undefined ? (volume === undefined ? 'all buckets' : `volume ${volume}`)
    : more === 0 ? bucket : `${bucket} and ${counted(more, 'more bucket')}`;
  return `${whose}, ${tables.length === 0 ? 'all tables' : tables.join(', ')}`;
}

/** A prefix is the same keys in several tables; a path is ranges of ids, and one by the name of the directory. */
function severalRanges(keyRanges: readonly KeyRange[], count: number, all: boolean): string {
  const where = all ? ` of ${[...new Set(keyRanges.map(({ table }) => table))].join(', ')}` : '';
  const named = keyRanges.find(({ begin }) => !WITH_IDS.test(begin.text));
  const texts = new Set(keyRanges.map(({ begin, end }) => rangeText(begin, end)));
  if (named && all && texts.size === 1 && new Set(keyRanges.map(({ table }) => table)).size > 1) {
    return `${rangeText(named.begin, named.end)}${where}`;
  }
  if (named && keyRanges.some(({ begin }) => WITH_IDS.test(begin.text))) {
    const more = keyRanges.filter(({ begin }) => begin.text !== named.begin.text).length + count - keyRanges.length;
    return `${rangeText(named.begin, named.end)} and ${counted(more, 'more key range')}${where}`;
  }
  return `${exactCount(count)} key range${count === 1 ? '' : 's'}${where}`;
}

/** What a job is about, one by one. */
export function targetTexts({ targets: { buckets = [], keyRanges = [] } }: Pick<Job, 'targets'>): string[] {
  return [...buckets, ...keyRanges.map(({ table, begin, end }) => {
    const name = rangeName(begin, end);
    return `${table}, ${name === undefined ? '' : `${name}, `}${rangeText(begin, end)}`;
  })];
}

/** The limits that a job was given, in words. */
export function limitText(job: Job): string {
  const { thresholds, maxWriteRate, maxParallelNodes } = job;
  const { minTombstones, minRatio, top, maxEntries, maxBytes, maxTotalBytes } = thresholds;
  const text = (value: number | undefined, of: (value: number) => string) => (value === undefined ? [] : [of(value)]);
  const limits = [
    ...text(minTombstones, (value) => `at least ${exactCount(value)} tombstones of a run`),
    ...text(minRatio, (value) => `at least ${ratio(value)} tombstones`),
    ...text(top, (value) => `best ${counted(value, 'range')} of each node`),
    ...text(maxEntries, (value) => `${exactCount(value)} entries a range at most`),
    ...text(maxBytes, (value) => `${bytes(value)} a range at most`),
    ...text(maxTotalBytes, (value) => `${bytes(value)} written in all on each node at most`),
    ...text(unlessConfigured(maxWriteRate), (value) => `writes ${bytes(value)}/s at most on average`),
    ...text(unlessConfigured(maxParallelNodes), (value) => `${counted(value, 'node')} at a time`),
    ...(job.preempt ? ['jobs at the same keys give way'] : []),
    ...(job.afterDeletions ? ['deletions are waited for'] : []),
    ...(job.flush ? ['memory is flushed first'] : []),
  ];
  return limits.length === 0 ? 'as each OM is configured' : limits.join(', ');
}

/** What became of leadership; undefined if the job does not move it. */
export function leaderMoveText(job: Job): string | undefined {
  const { moveLeader, leaderMove } = job;
  if (!moveLeader) {
    return undefined;
  }
  if (leaderMove === undefined) {
    return hasEnded(job) ? 'has not moved: its own turn did not come up'
      : 'moves to a node whose turn has succeeded, before its own turn';
  }
  const { from, to, asked, moved, failure } = leaderMove;
  if (to === undefined) {
    return `has not moved: ${failure ?? ''}`;
  }
  return moved !== undefined ? `moved from ${from ?? ''} to ${to} at ${time(moved)}`
    : `${to} was asked to take over from ${from ?? ''}${asked === undefined ? '' : ` at ${time(asked)}`}`
      + (failure === undefined ? '; it has not said yet that it leads' : `, but did not: ${failure}`);
}

/** Of these 0 stands for what each OM is configured for. */
function unlessConfigured(value: number): number | undefined {
  return value === 0 ? undefined : value;
}

/** Whose job it is. */
type Asked = Pick<Job, 'endUser' | 'requestedBy' | 'origin'>;

/** Who asked for a job, as short as it goes. */
export function asker({ endUser, requestedBy, origin }: Asked): string {
  return origin === 'SERVICE' ? 'the service' : endUser ?? requestedBy;
}

export function person({ endUser, requestedBy, origin }: Asked): string {
  if (origin === 'SERVICE') {
    return `the service (${requestedBy})`;
  }
  return endUser === undefined || endUser === requestedBy ? requestedBy : `${endUser} (through ${requestedBy})`;
}
