// SPDX-License-Identifier: Apache-2.0
import { exactCount } from '../format/units';
import { FIRST_PAGE, nextPage, previousPage } from '../url/pages';
import type { Paging } from '../url/address';

interface PagesProps {
  /** What a row is, in the plural. */
  of: 'Places' | 'Rows';
  /** What is listed. */
  list: string;
  paging: Paging;
  /** Rows of a full page, and of this one. */
  size: number;
  rows: number;
  totalCount: number;
  /** Whether rows may come to the total yet. */
  growing?: boolean;
  nextKey: string | undefined;
  go: (paging: Paging) => void;
}

/** Which rows of a list are shown, and the way to the others. */
export function Pages({ of, list, paging, size, rows, totalCount, growing = false, nextKey, go }: PagesProps) {
  const before = paging.rowsBefore ?? 0;
  const last = before + rows;
  const isFirst = paging.prevKey === undefined;
  const previous = previousPage(paging, size);
  const next = nextKey === undefined ? undefined : nextPage(paging, nextKey, last);
  return (
    <nav className="pages" aria-label={`Pages of ${list}`}>
      <span role="status">
        {rows === 0 ? `${of} of this page are gone` : `${of} ${exactCount(before + 1)} to ${exactCount(last)}`}
        {' '}of {growing && 'more than '}{exactCount(totalCount)}
      </span>
      <button type="button" disabled={isFirst} onClick={() => { go(FIRST_PAGE); }}>First page</button>
      <button
        type="button"
        disabled={!previous}
        title={isFirst || previous ? undefined : 'The address does not say where the page before begins'}
        onClick={() => { if (previous) { go(previous); } }}
      >
        Previous page
      </button>
      <button
        type="button"
        disabled={!next}
        title={isFirst && !next && last < totalCount
          ? 'These are the first rows of each OM: choose one OM to see more' : undefined}
        onClick={() => { if (next) { go(next); } }}
      >
        Next page
      </button>
    </nav>
  );
}
