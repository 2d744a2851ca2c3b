// SPDX-License-Identifier: Apache-2.0
import { colourOf, type DensityScale } from './colour';
import type { Columns, LsmMap } from './lsmMap';
import { RANGES_HEIGHT, type Rows } from './rows';
import { shapesOf, type Shape } from './shapes';
import type { View } from './view';
import { columnsAt, type Spot } from './walk';

export interface Colours {
  scale: DensityScale;
  lane: string;
  outside: string;
  edge: string;
  text: string;
  onAccent: string;
  range: string;
  rangeFill: string;
  cursor: string;
}

/** A range of the preview and where it lies. */
export interface MarkedRange {
  rank: number;
  columns: Columns;
  /** What it costs, longest text first; the first that fits is drawn. */
  labels: readonly string[];
}

export interface Picture {
  map: LsmMap;
  rows: Rows;
  view: View;
  width: number;
  /** Where the keys of the chosen span lie; the rest is dimmed. */
  span: Columns | undefined;
  ranges: readonly MarkedRange[];
  /** Rank of the range to stress. */
  stressed: number | undefined;
  cursor: Spot | undefined;
  selected: Spot | undefined;
  colours: Colours;
}

export type Brush = Pick<CanvasRenderingContext2D,
  'fillStyle' | 'strokeStyle' | 'lineWidth' | 'font' | 'textAlign' | 'textBaseline' | 'globalAlpha' |
  'fillRect' | 'strokeRect' | 'clearRect' | 'fillText' | 'setLineDash' | 'measureText'>;

/** Below this width a rectangle has no room for an edge. */
const EDGE_PIXELS = 5;

export function paint(brush: Brush, picture: Picture): void {
  const { rows, width } = picture;
  brush.clearRect(0, 0, width, rows.height);
  paintRangeFills(brush, picture);
  paintFiles(brush, picture);
  paintOutside(brush, picture);
  paintRangeMarks(brush, picture);
  paintSpot(brush, picture, picture.selected, 2);
  paintSpot(brush, picture, picture.cursor, 3);
}

function paintFiles(brush: Brush, { rows, view, width, colours }: Picture): void {
  for (const { level, top, laneHeight } of rows.rows) {
    level.lanes.forEach((lane, index) => {
      const y = top + index * laneHeight;
      const height = Math.max(1, laneHeight - (level.lanes.length > 1 ? 1 : 0));
      brush.fillStyle = colours.lane;
      brush.fillRect(0, y + height - 1, width, 1);
      for (const shape of shapesOf(lane, view, width)) {
        paintShape(brush, shape, y, height, colours);
        if (shape.files === 1 && lane.files[shape.first]?.beingCompacted) {
          outline(brush, shape.left, y, shape.right - shape.left, height, colours.range, 1.5, [4, 3]);
        }
      }
    });
  }
}

function paintShape(brush: Brush, shape: Shape, y: number, height: number, { scale, edge }: Colours): void {
  const wide = shape.right - shape.left >= EDGE_PIXELS;
  const left = shape.left;
  // Neighbours touch; a thin gap tells them apart where there is room.
  const right = Math.max(left + 1, shape.right - (wide ? 1 : 0));
  brush.fillStyle = shape.entries === 0 ? scale.unknown : colourOf(scale, shape.tombstones / shape.entries);
  brush.fillRect(left, y, right - left, height);
  if (wide) {
    outline(brush, left, y, right - left, height, edge, 1, shape.entries === 0 ? [2, 2] : []);
  }
}

function paintOutside(brush: Brush, { rows, view, width, span, colours }: Picture): void {
  if (!span) {
    return;
  }
  const scale = width / (view.to - view.from);
  const left = (span.from - view.from) * scale;
  const right = (span.to - view.from) * scale;
  brush.globalAlpha = 0.72;
  brush.fillStyle = colours.outside;
  brush.fillRect(0, RANGES_HEIGHT, Math.max(0, left), rows.height - RANGES_HEIGHT);
  brush.fillRect(right, RANGES_HEIGHT, Math.max(0, width - right), rows.height - RANGES_HEIGHT);
  brush.globalAlpha = 1;
}

function paintRangeFills(brush: Brush, picture: Picture): void {
  brush.fillStyle = picture.colours.rangeFill;
  for (const { left, right, rank } of visibleRanges(picture)) {
    brush.globalAlpha = picture.stressed === rank ? 1 : 0.55;
    brush.fillRect(left, RANGES_HEIGHT, Math.max(1, right - left), picture.rows.height - RANGES_HEIGHT);
  }
  brush.globalAlpha = 1;
}

function paintRangeMarks(brush: Brush, picture: Picture): void {
  const { rows, colours, stressed } = picture;
  brush.font = '500 11px Roboto, system-ui, sans-serif';
  brush.textAlign = 'center';
  brush.textBaseline = 'middle';
  for (const { left, right, rank, labels } of visibleRanges(picture)) {
    const width = Math.max(2, right - left - 1);
    brush.fillStyle = colours.range;
    brush.fillRect(left, 4, width, 18);
    const seen = Math.min(picture.width, right) - Math.max(0, left);
    const label = labels.find((text) => brush.measureText(text).width + 6 < seen);
    if (label !== undefined) {
      brush.fillStyle = colours.onAccent;
      brush.fillText(label, Math.max(0, left) + seen / 2, 13.5);
    }
    if (width > EDGE_PIXELS * 2) {
      paintEdges(brush, picture, left, right);
    }
    if (stressed === rank) {
      outline(brush, left, RANGES_HEIGHT, width, rows.height - RANGES_HEIGHT - 2, colours.range, 2, []);
    }
  }
}

/** Where a range begins and ends, over the files. */
function paintEdges(brush: Brush, { rows, colours }: Picture, left: number, right: number): void {
  brush.fillStyle = colours.range;
  brush.globalAlpha = 0.55;
  brush.fillRect(left, RANGES_HEIGHT, 1, rows.height - RANGES_HEIGHT);
  brush.fillRect(right - 2, RANGES_HEIGHT, 1, rows.height - RANGES_HEIGHT);
  brush.globalAlpha = 1;
}

function visibleRanges({ ranges, view, width }: Picture): (MarkedRange & { left: number; right: number })[] {
  const scale = width / (view.to - view.from);
  return ranges
    .filter(({ columns }) => columns.to > view.from && columns.from < view.to)
    .map((range) => ({
      ...range,
      left: (range.columns.from - view.from) * scale,
      right: (range.columns.to - view.from) * scale,
    }));
}

function paintSpot(brush: Brush, picture: Picture, spot: Spot | undefined, lineWidth: number): void {
  const box = spot && boxOf(picture, spot);
  if (box) {
    outline(brush, box.left, box.top, Math.max(4, box.right - box.left), box.height, picture.colours.cursor, lineWidth,
      []);
  }
}

/** Where a file is drawn. */
export function boxOf(
  { map, rows, view, width }: Pick<Picture, 'map' | 'rows' | 'view' | 'width'>, spot: Spot,
): { left: number; right: number; top: number; height: number } | undefined {
  const row = rows.rows[spot.level];
  if (!row) {
    return undefined;
  }
  const scale = width / (view.to - view.from);
  const { from, to } = columnsAt(map, spot);
  return {
    left: (from - view.from) * scale,
    right: (to - view.from) * scale,
    top: row.top + spot.lane * row.laneHeight,
    height: row.laneHeight,
  };
}

function outline(
  brush: Brush, left: number, top: number, width: number, height: number, colour: string, lineWidth: number,
  dash: number[],
): void {
  brush.strokeStyle = colour;
  brush.lineWidth = lineWidth;
  brush.setLineDash(dash);
  const inset = lineWidth / 2;
  brush.strokeRect(left + inset, top + inset, Math.max(0, width - lineWidth), Math.max(0, height - lineWidth));
}
