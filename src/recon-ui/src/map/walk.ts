// SPDX-License-Identifier: Apache-2.0
import type { SstFile } from '../api/model';
import type { Columns, LsmMap } from './lsmMap';

/** A file's place on the map. */
export interface Spot {
  level: number;
  lane: number;
  file: number;
}

export type Step = 'left' | 'right' | 'up' | 'down' | 'first' | 'last';

export function fileAt(map: LsmMap, spot: Spot): SstFile | undefined {
  return map.levels[spot.level]?.lanes[spot.lane]?.files[spot.file];
}

export function columnsAt(map: LsmMap, spot: Spot): Columns {
  const lane = map.levels[spot.level]?.lanes[spot.lane];
  return { from: lane?.starts[spot.file] ?? 0, to: lane?.ends[spot.file] ?? 1 };
}

export function spotOf(map: LsmMap, name: string): Spot | undefined {
  for (const [level, { lanes }] of map.levels.entries()) {
    for (const [lane, { files }] of lanes.entries()) {
      const file = files.findIndex((each) => each.name === name);
      if (file >= 0) {
        return { level, lane, file };
      }
    }
  }
  return undefined;
}

/** The neighbour in a direction; the same spot where there is none. Up and down keep to about the same keys. */
export function walk(map: LsmMap, spot: Spot, step: Step): Spot {
  const lane = map.levels[spot.level]?.lanes[spot.lane];
  if (!lane) {
    return spot;
  }
  switch (step) {
    case 'left':
      return { ...spot, file: Math.max(0, spot.file - 1) };
    case 'right':
      return { ...spot, file: Math.min(lane.files.length - 1, spot.file + 1) };
    case 'first':
      return { ...spot, file: 0 };
    case 'last':
      return { ...spot, file: lane.files.length - 1 };
    case 'up':
    case 'down': {
      const lanes = map.levels.flatMap((each, level) => each.lanes.map((_, index) => ({ level, lane: index })));
      const here = lanes.findIndex((each) => each.level === spot.level && each.lane === spot.lane);
      const next = lanes[here + (step === 'up' ? -1 : 1)];
      const { from, to } = columnsAt(map, spot);
      return next ? { ...next, file: nearest(map, next, (from + to) / 2) } : spot;
    }
  }
}

function nearest(map: LsmMap, at: { level: number; lane: number }, column: number): number {
  const lane = map.levels[at.level]?.lanes[at.lane];
  let best = 0;
  let distance = Infinity;
  lane?.starts.forEach((start, file) => {
    const away = Math.max(0, start - column, column - (lane.ends[file] ?? start));
    if (away < distance) {
      best = file;
      distance = away;
    }
  });
  return best;
}
