// SPDX-License-Identifier: Apache-2.0
import type { JobRequest, JobUpdate, Node, Targets, Thresholds } from '../api/model';
import { only } from '../api/only';
import { rangeFromText } from '../format/keys';
import { inPercent, MEBIBYTE, ratioOfPercent } from '../format/units';
import type { MapAddress, OverviewAddress } from '../url/address';

/** Tables whose keys hold either ids of directories or names of keys; the others hold both. */
const WITH_IDS = ['fileTable', 'openFileTable', 'directoryTable', 'deletedDirectoryTable'];
const WITH_NAMES = ['keyTable', 'openKeyTable'];
/** The least that a limit in megabytes may be. */
export const SMALLEST_MEGABYTES = 0.001;
/** What is wrong where a field is marked: its text is no usable value. */
export const CORRECT_FIRST = 'Correct the limits that are marked first.';

/** What a job is about. */
export interface Scope {
  title: string;
  targets: Targets;
  thresholds: Pick<Thresholds, 'minRatio' | 'minTombstones'>;
}

/** The fields of the trigger dialog as they are typed; empty is the OM's own setting. */
export interface JobForm {
  /** Undefined for all nodes. */
  nodeIds: readonly string[] | undefined;
  /** What keys of the one bucket begin with. */
  prefix: string;
  /** Its path within the one bucket. */
  directory: string;
  notBefore: string;
  notAfter: string;
  /** Weekly windows and days off, with their zone. */
  window: string;
  maxWriteMegabytes: string;
  top: string;
  minTombstones: string;
  minRatioPercent: string;
  maxEntries: string;
  maxMegabytes: string;
  maxTotalMegabytes: string;
  maxParallelNodes: string;
  flush: boolean;
  afterDeletions: boolean;
  preempt: boolean;
  moveLeader: boolean;
}

export function emptyForm(scope: Scope): JobForm {
  const { minRatio, minTombstones } = scope.thresholds;
  return {
    nodeIds: undefined,
    prefix: '',
    directory: '',
    notBefore: '',
    notAfter: '',
    window: '',
    maxWriteMegabytes: '',
    top: '',
    minTombstones: minTombstones?.toString() ?? '',
    minRatioPercent: minRatio === undefined ? '' : inPercent(minRatio),
    maxEntries: '',
    maxMegabytes: '',
    maxTotalMegabytes: '',
    maxParallelNodes: '',
    flush: false,
    afterDeletions: false,
    preempt: false,
    moveLeader: false,
  };
}

/** @returns undefined if the place's range cannot be read */
export function scopeOfMap({ bucket, table, keyRange, trigger, slow }: MapAddress): Scope | undefined {
  const text = trigger !== undefined && trigger !== 'all' ? trigger : keyRange;
  if (text === undefined) {
    return {
      title: `${ofPlaces(slow)}${bucket ?? 'all buckets'}, ${table}`,
      targets: { ...slowAlone(slow), ...(bucket === undefined ? {} : { buckets: [bucket] }), tables: [table] },
      thresholds: {},
    };
  }
  const range = rangeFromText(text);
  return range && {
    title: `${ofPlaces(slow)}one key range, ${table}`,
    targets: { ...slowAlone(slow), keyRanges: [{ table, ...range }] },
    thresholds: {},
  };
}

function ofPlaces(slow: boolean | undefined): string {
  return slow ? 'slow places of ' : '';
}

function slowAlone(slow: boolean | undefined): Pick<Targets, 'slow'> {
  return slow ? { slow } : {};
}

/** @returns undefined if what is listed was searched for: a job names what it compacts */
export function scopeOfOverview({ filter, slow }: OverviewAddress): Scope | undefined {
  if (filter.search !== undefined) {
    return undefined;
  }
  const { volume, bucket, table, minRatio, minTombstones } = filter;
  const everything = (volume ?? bucket ?? table) === undefined;
  const whose = bucket ?? (volume === undefined ? 'all buckets' : `all buckets of volume ${volume}`);
  return {
    title: `${ofPlaces(slow)}${whose}, ${table ?? 'all tables'}`,
    targets: {
      ...slowAlone(slow),
      ...(everything && !slow ? { everything } : {}),
      ...(volume === undefined ? {} : { volume }),
      ...(bucket === undefined ? {} : { buckets: [bucket] }),
      ...(table === undefined ? {} : { tables: [table] }),
    },
    thresholds: slow ? {} : {
      ...(minRatio === undefined ? {} : { minRatio }),
      ...(minTombstones === undefined ? {} : { minTombstones }),
    },
  };
}

/** How a part of what the scope is about can be named: only that of one bucket, as far as its tables tell. */
export function partsOf({ targets: { buckets = [], tables = [] } }: Scope): { prefix: boolean; directory: boolean } {
  const one = buckets.length === 1;
  return {
    prefix: one && !(tables.length > 0 && tables.every((table) => WITH_IDS.includes(table))),
    directory: one && !(tables.length > 0 && tables.every((table) => WITH_NAMES.includes(table))),
  };
}

/** @returns what is wrong with the part that is named; undefined for nothing */
function wrongPart({ prefix, directory }: Pick<JobForm, 'prefix' | 'directory'>): string | undefined {
  return prefix !== '' && directory !== '' ? 'Name what keys begin with or a directory, not both.' : undefined;
}

function targetsOf({ targets }: Scope, { prefix, directory }: JobForm): Targets {
  const [bucket] = targets.buckets ?? [];
  if (bucket === undefined || (prefix === '' && directory === '')) {
    return targets;
  }
  if (directory === '') {
    return { ...targets, prefix };
  }
  const { slow, tables, exclude } = targets;
  return only<Targets>({ slow, path: `${bucket}/${directory.replace(/^\/+/, '')}`, tables, exclude });
}

function thresholdsOf(form: JobForm): Thresholds {
  const percent = number(form.minRatioPercent);
  return only({
    minTombstones: number(form.minTombstones),
    minRatio: percent === undefined ? undefined : ratioOfPercent(percent),
    top: number(form.top),
    maxEntries: number(form.maxEntries),
    maxBytes: bytesOf(form.maxMegabytes),
    maxTotalBytes: bytesOf(form.maxTotalMegabytes),
  });
}

export function jobRequest(scope: Scope, form: JobForm, jobId: string): JobRequest {
  const thresholds = thresholdsOf(form);
  return only({
    jobId,
    targets: targetsOf(scope, form),
    thresholds: Object.keys(thresholds).length > 0 ? thresholds : undefined,
    nodeIds: form.nodeIds && [...form.nodeIds],
    maxParallelNodes: number(form.maxParallelNodes),
    notBefore: moment(form.notBefore),
    notAfter: moment(form.notAfter),
    window: form.window.trim() || undefined,
    maxWriteRate: bytesOf(form.maxWriteMegabytes),
    flush: form.flush || undefined,
    afterDeletions: form.afterDeletions || undefined,
    preempt: form.preempt || undefined,
    moveLeader: form.moveLeader || undefined,
  });
}

/** Limits of an open job as they are typed; what is empty stays as it is. */
export type LimitsForm = Pick<JobForm, 'notBefore' | 'notAfter' | 'maxWriteMegabytes' | 'maxTotalMegabytes'>;

/** @returns undefined if nothing is to change */
export function jobUpdate(form: LimitsForm): JobUpdate | undefined {
  const maxTotalBytes = bytesOf(form.maxTotalMegabytes);
  const update = only<JobUpdate>({
    notBefore: moment(form.notBefore),
    notAfter: moment(form.notAfter),
    maxWriteRate: bytesOf(form.maxWriteMegabytes),
    thresholds: maxTotalBytes === undefined ? undefined : { maxTotalBytes },
  });
  return Object.keys(update).length > 0 ? update : undefined;
}

/** @returns what is wrong with limits as they are typed; undefined for nothing */
export function wrongLimits(form: LimitsForm): string | undefined {
  const isTooSmall = (text: string) => (number(text) ?? SMALLEST_MEGABYTES) < SMALLEST_MEGABYTES;
  return [form.maxWriteMegabytes, form.maxTotalMegabytes].some(isTooSmall)
    ? `A write rate and bytes to write are ${SMALLEST_MEGABYTES} or more. What is left empty stays as it is.`
    : wrongWindow(form);
}

/** What the form itself shows to be wrong; the ring checks all of it again. */
export function wrongWith(form: JobForm, now: Date): string | undefined {
  const { notAfter } = form;
  return wrongForm(form) ?? (notAfter !== '' && new Date(notAfter) <= now
    ? 'The window has closed already: "not after" is in the past.' : undefined);
}

/** As wrongWith, at whatever time. */
export function wrongForm(form: JobForm): string | undefined {
  if (form.window.trim() !== '' && (form.notBefore !== '' || form.notAfter !== '')) {
    return 'Give windows or times, not both: windows say when the job runs.';
  }
  return form.nodeIds?.length === 0 ? 'Choose at least one node.' : wrongPart(form) ?? wrongWindow(form);
}

/** Needs no clock. */
export function wrongWindow({ notBefore, notAfter }: Pick<JobForm, 'notBefore' | 'notAfter'>): string | undefined {
  if ([notBefore, notAfter].some((local) => local !== '' && moment(local) === undefined)) {
    return 'A time of the window is no date that can be read.';
  }
  return notBefore !== '' && notAfter !== '' && new Date(notAfter) <= new Date(notBefore)
    ? 'The window closes before it opens: "not after" has to be later than "not before".' : undefined;
}

/** Nodes in the order of their turns: the leader last. */
export function turnOrder(nodes: readonly Node[]): Node[] {
  return [...nodes].sort((a, b) => Number(a.role === 'LEADER') - Number(b.role === 'LEADER'));
}

function number(text: string): number | undefined {
  return text.trim() === '' ? undefined : Number(text);
}

function bytesOf(megabytes: string): number | undefined {
  const value = number(megabytes);
  return value === undefined ? undefined : Math.round(value * MEBIBYTE);
}

/** @returns undefined if nothing is typed, or no date: browsers take years of six digits */
export function moment(local: string): string | undefined {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().replace('.000Z', 'Z');
}
