// SPDX-License-Identifier: Apache-2.0
import type { OverviewPlace } from './place';

/** Rows of a page of buckets. */
export const ROWS = 50;
/** So that an address stays one that can be sent to a colleague. */
const MAX_PAGES_BEFORE = 20;

export function firstPage({ filter }: OverviewPlace): OverviewPlace {
  return { page: 'overview', filter };
}

/** @param nextKey of the page that is shown, with all `rows` before it and on it */
export function nextPage(place: OverviewPlace, nextKey: string, rows: number): OverviewPlace {
  const { filter, prevKey, pagesBefore = [] } = place;
  const before = prevKey === undefined ? [] : [...pagesBefore, prevKey].slice(-MAX_PAGES_BEFORE);
  return {
    page: 'overview', filter, prevKey: nextKey, rowsBefore: rows,
    ...(before.length > 0 ? { pagesBefore: before } : {}),
  };
}

/** Undefined on the first page, and where the place does not hold the page before. */
export function previousPage(place: OverviewPlace): OverviewPlace | undefined {
  const { filter, prevKey, rowsBefore = 0, pagesBefore = [] } = place;
  const before = pagesBefore.at(-1);
  if (prevKey === undefined) {
    return undefined;
  }
  if (before === undefined) {
    return rowsBefore <= ROWS ? firstPage(place) : undefined;
  }
  const farther = pagesBefore.slice(0, -1);
  return {
    page: 'overview', filter, prevKey: before, rowsBefore: Math.max(0, rowsBefore - ROWS),
    ...(farther.length > 0 ? { pagesBefore: farther } : {}),
  };
}
