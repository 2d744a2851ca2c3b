// SPDX-License-Identifier: Apache-2.0
import type { Paging } from './address';

/** Rows of a page of buckets. */
export const BUCKETS = 50;
/** Rows of a page of slow places: each has a sentence, and what stands below stays near. */
export const SLOW_PLACES = 10;
/** So that an address stays one that can be sent to a colleague. */
const MAX_PAGES_BEFORE = 20;

export const FIRST_PAGE: Paging = {};

/** @param nextKey of the page that is shown, with all `rows` before it and on it */
export function nextPage({ prevKey, pagesBefore = [] }: Paging, nextKey: string, rows: number): Paging {
  const before = prevKey === undefined ? [] : [...pagesBefore, prevKey].slice(-MAX_PAGES_BEFORE);
  return { prevKey: nextKey, rowsBefore: rows, ...(before.length > 0 ? { pagesBefore: before } : {}) };
}

/**
 * Undefined on the first page, and where the address does not hold the page before.
 *
 * @param size rows of a page
 */
export function previousPage({ prevKey, rowsBefore = 0, pagesBefore = [] }: Paging, size: number): Paging | undefined {
  const before = pagesBefore.at(-1);
  if (prevKey === undefined) {
    return undefined;
  }
  if (before === undefined) {
    return rowsBefore <= size ? FIRST_PAGE : undefined;
  }
  const farther = pagesBefore.slice(0, -1);
  return {
    prevKey: before, rowsBefore: Math.max(0, rowsBefore - size),
    ...(farther.length > 0 ? { pagesBefore: farther } : {}),
  };
}
