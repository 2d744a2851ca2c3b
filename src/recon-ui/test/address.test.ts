// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest';
import { fromHash, START, toHash, zoomedTo, type MapAddress, type Address } from '../src/url/address';
import { goTo, stayAt } from '../src/url/useAddress';

const PLACES: Address[] = [
  START,
  {
    page: 'overview',
    filter: {
      nodeId: 'all', search: 'a+b%',
      volume: 'v & w', bucket: '/v/b?x=1#y%', table: 'keyTable', minTombstones: 10_000, minRatio: 0.3,
      sort: 'RATIO', exact: true,
    },
    slowPlaces: { prevKey: 'd/e', rowsBefore: 20, pagesBefore: ['f'] },
    buckets: { prevKey: 'a+b/c=&\u0000', rowsBefore: 150, pagesBefore: ['a,b%2C', 'c.d-e_f'] }, trigger: true,
  },
  { page: 'map', table: 'fileTable' },
  {
    page: 'map', nodeId: 'om1', bucket: '/v/ключ', table: 'keyTable', file: '000123.sst',
    zoom: { from: 0.25, to: 0.375 }, trigger: 'all', slow: true,
  },
  { page: 'map', table: 'deletedTable', keyRange: '/-1/\\x00\\xFF../-1/~', trigger: '/a..\\x2E' },
  { page: 'jobs' },
  { page: 'jobs', jobId: '11111111-2222-4333-8444-555555555555' },
  { page: 'service' },
  { page: 'service', bucket: '/v/b?x=1#y%' },
];

describe('The URL holds what is selected', () => {
  test.each(PLACES.map((place) => [toHash(place), place] as const))('%s comes back as it was', (hash, place) => {
    expect(fromHash(hash)).toEqual(place);
    // As an address bar and a link would keep it.
    expect(fromHash(new URL(hash, 'http://host/ui/').hash)).toEqual(place);
  });

  test.each([
    ['', START],
    ['#/nowhere', START],
    ['#/map', START],
    ['#/buckets?minRatio=2&minTombstones=-1&sort=COLOUR&exact=maybe&minTombstones=x', START],
    ['#/buckets?pagesBefore=', START],
    ['#/buckets?pagesBefore=a,,b', START],
    ['#/buckets?pagesBefore=%25E0%25A4', START],
    ['#/map?table=keyTable&zoom=0.9-0.1', { page: 'map', table: 'keyTable' }],
    ['#/map?table=keyTable&zoom=a-b-c', { page: 'map', table: 'keyTable' }],
    ['#/jobs/%E0%A4%A', { page: 'jobs' }],
    ['#/service?bucket=&trigger=true', { page: 'service' }],
  ] as [string, Address][])('what makes no sense in %s is left out', (hash, place) => {
    expect(fromHash(hash)).toEqual(place);
  });

  test('a map that comes to rest takes nothing back that was chosen meanwhile', () => {
    const drawn: MapAddress = { page: 'map', bucket: '/v/b', table: 'keyTable', zoom: { from: 0, to: 0.5 } };
    const chosen: [Address, Address][] = [
      [{ ...drawn, trigger: 'all' }, { page: 'map', bucket: '/v/b', table: 'keyTable', trigger: 'all' }],
      [{ ...drawn, bucket: '/v/c' }, { ...drawn, bucket: '/v/c' }],
      [{ ...drawn, nodeId: 'om1' }, { ...drawn, nodeId: 'om1' }],
      [{ page: 'jobs' }, { page: 'jobs' }],
    ];
    for (const [place, after] of chosen) {
      goTo(place);
      stayAt((here) => zoomedTo(here, drawn, undefined));
      expect(fromHash(window.location.hash)).toEqual(after);
    }
  });

  test('a bucket stays readable', () => {
    expect(toHash({ page: 'map', bucket: '/vol/bucket', table: 'keyTable' }))
      .toBe('#/map?bucket=/vol/bucket&table=keyTable');
  });
});
