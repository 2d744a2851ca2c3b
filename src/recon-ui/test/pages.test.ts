// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest';
import { firstPage, nextPage, previousPage, ROWS } from '../src/url/pages';
import { fromHash, toHash, type OverviewPlace } from '../src/url/place';

const START: OverviewPlace = { page: 'overview', filter: { volume: 'v', sort: 'RATIO' } };

/** The place after so many next pages, each as a link would give it. */
function afterPages(pages: number): OverviewPlace {
  let place = START;
  for (let page = 1; page <= pages; page++) {
    place = fromHash(toHash(nextPage(place, `k${String(page)}`, page * ROWS))) as OverviewPlace;
  }
  return place;
}

describe('Pages of a list', () => {
  test('lead back one by one to the first', () => {
    let place: OverviewPlace | undefined = afterPages(3);
    const keys = [];
    while (place) {
      keys.push([place.prevKey, place.rowsBefore]);
      expect(place.filter).toEqual(START.filter);
      place = previousPage(place);
    }
    expect(keys).toEqual([['k3', 150], ['k2', 100], ['k1', 50], [undefined, undefined]]);
  });

  test('hold no more than an address can', () => {
    const far = afterPages(1000);
    expect(far.pagesBefore).toHaveLength(20);
    let steps = 0;
    for (let place: OverviewPlace | undefined = far; place; place = previousPage(place)) {
      steps++;
    }
    expect(steps).toBe(21);
    expect(firstPage(far)).toEqual(START);
  });

  test.each([
    ['the first page', START],
    ['a page whose address does not say what lies before it', { ...START, prevKey: 'k9', rowsBefore: 450 }],
  ])('%s has none before it', (_, place) => {
    expect(previousPage(place)).toBeUndefined();
  });
});
