// SPDX-License-Identifier: Apache-2.0
/** The part of the map that is shown, in columns; fractions are columns in part. */
export interface View {
  from: number;
  to: number;
}

/** Closest look: so many columns fill the width. */
const LEAST_COLUMNS = 4;

export function wholeOf(columns: number): View {
  return { from: 0, to: columns };
}

/** The nearest view that lies on the map and is not closer than the closest look. */
export function clamp(view: View, columns: number): View {
  const least = Math.min(LEAST_COLUMNS, columns);
  const width = Math.min(columns, Math.max(least, view.to - view.from));
  const middle = (view.from + view.to) / 2;
  const from = Math.min(columns - width, Math.max(0, middle - width / 2));
  return { from, to: from + width };
}

/** Closer by `factor`; the column at `fraction` of the width stays where it is. */
export function zoom(view: View, factor: number, fraction: number, columns: number): View {
  const least = Math.min(LEAST_COLUMNS, columns);
  const width = Math.min(columns, Math.max(least, (view.to - view.from) / factor));
  const still = view.from + (view.to - view.from) * fraction;
  const from = Math.min(columns - width, Math.max(0, still - width * fraction));
  return { from, to: from + width };
}

/** Moved right by so much of its own width. */
export function pan(view: View, fraction: number, columns: number): View {
  const width = view.to - view.from;
  const from = Math.min(columns - width, Math.max(0, view.from + width * fraction));
  return { from, to: from + width };
}

/** Moved, and widened if need be, so that these columns are seen. */
export function showing(view: View, from: number, to: number, columns: number): View {
  const width = Math.max(view.to - view.from, to - from);
  if (from >= view.from && to <= view.to) {
    return view;
  }
  return clamp({ from: (from + to - width) / 2, to: (from + to + width) / 2 }, columns);
}
