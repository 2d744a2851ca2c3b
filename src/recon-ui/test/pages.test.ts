// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest';
import { BUCKETS, FIRST_PAGE, nextPage, previousPage } from '../src/url/pages';
import { fromHash, START, toHash, type OverviewAddress, type Paging } from '../src/url/address';

/** After so many next pages, each as a link would give it. */
function afterPages(pages: number): Paging {
  let paging = FIRST_PAGE;
  for (let page = 1; page <= pages; page++) {
    const hash = toHash({ ...START, buckets: nextPage(paging, `k${String(page)}`, page * BUCKETS) });
    paging = (fromHash(hash) as OverviewAddress).buckets;
  }
  return paging;
}

describe('Pages of a list', () => {
  test('lead back one by one to the first', () => {
    const keys = [];
    for (let paging: Paging | undefined = afterPages(3); paging; paging = previousPage(paging, BUCKETS)) {
      keys.push([paging.prevKey, paging.rowsBefore]);
    }
    expect(keys).toEqual([['k3', 150], ['k2', 100], ['k1', 50], [undefined, undefined]]);
  });

  test('hold no more than an address can', () => {
    const far = afterPages(1000);
    expect(far.pagesBefore).toHaveLength(20);
    let steps = 0;
    for (let paging: Paging | undefined = far; paging; paging = previousPage(paging, BUCKETS)) {
      steps++;
    }
    expect(steps).toBe(21);
  });

  test.each([
    ['the first page', FIRST_PAGE],
    ['a page whose address does not say what lies before it', { prevKey: 'k9', rowsBefore: 450 }],
  ])('%s has none before it', (_, paging) => {
    expect(previousPage(paging, BUCKETS)).toBeUndefined();
  });
});
