// SPDX-License-Identifier: Apache-2.0
import type { SstFile } from '../api/model';
import type { Lane } from './lsmMap';
import type { View } from './view';

/** Narrower files are drawn together with their neighbours. */
const NARROW_PIXELS = 2;

/** A rectangle to draw: one file, or neighbours too narrow to tell apart. */
export interface Shape {
  /** Pixels from the left edge; may lie outside of it. */
  left: number;
  right: number;
  /** The files `first` up to, not including, `first + files` of the lane. */
  first: number;
  files: number;
  entries: number;
  tombstones: number;
}

/** What of a lane is in view, from left to right; never much more than one shape for each two pixels. */
export function shapesOf(lane: Lane, view: View, width: number): Shape[] {
  const scale = width / (view.to - view.from);
  const shapes: Shape[] = [];
  let bin: Shape | undefined;
  for (let at = firstEndingAfter(lane.ends, view.from); at < lane.files.length; at++) {
    const start = lane.starts[at] ?? 0;
    if (start >= view.to) {
      break;
    }
    const file = lane.files[at];
    if (!file) {
      break;
    }
    const left = (start - view.from) * scale;
    const right = ((lane.ends[at] ?? 0) - view.from) * scale;
    const narrow = right - left < NARROW_PIXELS;
    if (narrow && bin && right - bin.left <= NARROW_PIXELS) {
      bin.right = right;
      bin.files++;
      bin.entries += file.entries;
      bin.tombstones += file.tombstones;
    } else {
      const shape = { left, right, first: at, files: 1, entries: file.entries, tombstones: file.tombstones };
      shapes.push(shape);
      bin = narrow ? shape : undefined;
    }
  }
  return shapes;
}

/** The shape at a pixel, or the nearest within reach of a pointer. */
export function shapeAt(shapes: readonly Shape[], pixel: number, reach = 2): Shape | undefined {
  let best: Shape | undefined;
  let distance = reach;
  for (const shape of shapes) {
    const away = Math.max(0, shape.left - pixel, pixel - shape.right);
    if (away < distance || away === 0 && distance > 0) {
      best = shape;
      distance = away;
    }
  }
  return best;
}

export function filesOf(lane: Lane, shape: Shape): SstFile[] {
  return lane.files.slice(shape.first, shape.first + shape.files);
}

function firstEndingAfter(ends: Int32Array, column: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ends[middle] ?? 0) <= column) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
