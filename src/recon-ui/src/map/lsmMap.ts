// SPDX-License-Identifier: Apache-2.0
import type { Key, SstFile } from '../api/model';
import { keyAfter, keyBytes, type KeyBytes } from '../format/keys';

/** Above this many overlapping L0 files rows get too thin to see; more share a lane. */
const MAX_LANES = 16;

/**
 * SST files of one level that do not overlap, by key. File `files[i]` takes the columns `starts[i]` up to, not
 * including, `ends[i]`; both arrays rise.
 */
export interface Lane {
  files: SstFile[];
  starts: Int32Array;
  ends: Int32Array;
}

export interface Level {
  level: number;
  lanes: Lane[];
  files: number;
  sizeBytes: number;
}

/**
 * Files laid out by key. A column begins wherever some file begins, so every file is at least one column wide,
 * neighbours touch, and files that share no key share no column. Interpolating the keys' bytes instead would crush
 * most files to nothing: names of keys are anything but evenly spread.
 */
export interface LsmMap {
  /** First key of each column, in order. */
  boundaries: KeyBytes[];
  /** The same keys, as the axis shows them. */
  keys: Key[];
  /** The last key of all; undefined without files. */
  lastKey: Key | undefined;
  levels: Level[];
}

/** Columns from `from` up to, not including, `to`. */
export interface Columns {
  from: number;
  to: number;
}

/**
 * @param span keys whose edges get a column of their own, so that a file reaching beyond them shows both parts
 */
export function layOut(files: readonly SstFile[], span?: { begin: Key; end: Key }): LsmMap {
  const placed = files.map((file) => ({ file, begin: keyBytes(file.begin), end: keyBytes(file.end) }));
  const edges = span ? [keyBytes(span.begin), keyAfter(keyBytes(span.end))] : [];
  const first = placed.reduce<KeyBytes | undefined>(
    (least, { begin }) => (least === undefined || begin < least ? begin : least), undefined);
  const last = placed.reduce<KeyBytes>((most, { end }) => (end > most ? end : most), '');
  const inside = edges.filter((edge) => first !== undefined && edge > first && edge <= last);
  const boundaries = [...new Set([...placed.map(({ begin }) => begin), ...inside])].sort(compare);

  const known = new Map(placed.map(({ file, begin }) => [begin, file.begin]));
  if (span) {
    edges.forEach((edge, at) => { known.set(edge, known.get(edge) ?? (at === 0 ? span.begin : span.end)); });
  }
  const keys = boundaries.flatMap((boundary) => known.get(boundary) ?? []);
  const lastKey = placed.find(({ end }) => end === last)?.file.end;

  const byLevel = new Map<number, LevelInWork>();
  placed.sort((a, b) => compare(a.begin, b.begin) || compare(a.end, b.end));
  for (const { file, begin, end } of placed) {
    const level = byLevel.get(file.level) ?? { lanes: [], files: 0, sizeBytes: 0 };
    byLevel.set(file.level, level);
    level.files++;
    level.sizeBytes += file.sizeBytes;
    const from = upTo(boundaries, begin) - 1;
    place(level.lanes, file, from, Math.max(from + 1, upTo(boundaries, end)));
  }
  const levels = [...byLevel.entries()].sort(([a], [b]) => a - b).map(([level, { lanes, ...sums }]) => ({
    level,
    ...sums,
    lanes: lanes.map((lane) => ({
      files: lane.files, starts: Int32Array.from(lane.starts), ends: Int32Array.from(lane.ends),
    })),
  }));
  return { boundaries, keys, lastKey, levels };
}

export function columnCount(map: LsmMap): number {
  return Math.max(1, map.boundaries.length);
}

/** Columns that hold keys from begin to end, both included; undefined if they lie beside the map. */
export function columnsOf(map: LsmMap, begin: Key, end: Key): Columns | undefined {
  const from = Math.max(0, upTo(map.boundaries, keyBytes(begin)) - 1);
  const to = upTo(map.boundaries, keyBytes(end));
  return from < to ? { from, to } : undefined;
}

interface LaneInWork {
  files: SstFile[];
  starts: number[];
  ends: number[];
}

interface LevelInWork {
  lanes: LaneInWork[];
  files: number;
  sizeBytes: number;
}

function place(lanes: LaneInWork[], file: SstFile, from: number, to: number): void {
  let lane = lanes.find(({ ends }) => (ends.at(-1) ?? 0) <= from);
  let start = from;
  if (!lane && lanes.length < MAX_LANES) {
    lane = { files: [], starts: [], ends: [] };
    lanes.push(lane);
  }
  if (!lane) {
    // Behind the lane that is free soonest: the file stays visible, if too far right.
    lane = lanes.reduce((best, each) => ((each.ends.at(-1) ?? 0) < (best.ends.at(-1) ?? 0) ? each : best));
    start = lane.ends.at(-1) ?? from;
  }
  lane.files.push(file);
  lane.starts.push(start);
  lane.ends.push(Math.max(start + 1, to));
}

/** How many of the sorted keys are at most this one. */
function upTo(sorted: readonly KeyBytes[], key: KeyBytes): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? '') <= key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

function compare(a: KeyBytes, b: KeyBytes): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
