// SPDX-License-Identifier: Apache-2.0
import type { Lane, Level, LsmMap } from './lsmMap';

/** Where a level's lanes lie, in pixels from the top. */
export interface Row {
  level: Level;
  top: number;
  height: number;
  laneHeight: number;
}

export interface Rows {
  rows: Row[];
  height: number;
}

/** Room above the levels where the ranges have their numbers. */
export const RANGES_HEIGHT = 26;

const GAP = 8;
const SINGLE_HEIGHT = 34;
const LANES_HEIGHT = 110;
const MAX_LANE_HEIGHT = 20;

export function rowsOf(map: LsmMap): Rows {
  let top = RANGES_HEIGHT + GAP;
  const rows = map.levels.map((level) => {
    const lanes = level.lanes.length;
    const laneHeight = lanes === 1 ? SINGLE_HEIGHT : Math.min(MAX_LANE_HEIGHT, LANES_HEIGHT / lanes);
    const row = { level, top, height: laneHeight * lanes, laneHeight };
    top += row.height + GAP;
    return row;
  });
  return { rows, height: top };
}

/** The lane at a height, undefined between levels. */
export function laneAt({ rows }: Rows, y: number): { row: Row; lane: Lane; index: number } | undefined {
  const row = rows.find(({ top, height }) => y >= top && y < top + height);
  if (!row) {
    return undefined;
  }
  const index = Math.floor((y - row.top) / row.laneHeight);
  const lane = row.level.lanes[index];
  return lane && { row, lane, index };
}
