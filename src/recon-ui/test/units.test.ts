// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test, vi } from 'vitest';
import * as units from '../src/format/units';
import { between, exactly } from './samples';

describe('Numbers read as the command line writes them', () => {
  test.each([[0, '0'], [999, '999'], [1000, '1.00k'], [12_345, '12.3k'], [999_499, '999k'], [999_500, '1.00M'],
    [7_560_000, '7.56M']])('count %d is %s', (value, text) => {
    expect(units.count(value)).toBe(text);
  });

  test.each([[0, '0 B'], [1023, '1023 B'], [1024, '1.00 KB'], [50 * 2 ** 20, '50.0 MB'], [2 ** 30 - 1, '1.00 GB']])(
    '%d bytes are %s', (value, text) => {
      expect(units.bytes(value)).toBe(text);
    });

  test.each([[0, '0 %'], [0.001, '<1 %'], [0.414, '41 %'], [0.999, '>99 %'], [1, '100 %']])(
    'ratio %d is %s: neither none nor all unless it is true', (value, text) => {
      expect(units.ratio(value)).toBe(text);
    });

  test.each([
    [0.3, 0.52, 0.41, 'ABOUT', '~41 %'], [0, 0.52, 0.52, 'AT_MOST', '≤52 %'], [0.4, 0.4, 0.4, 'EXACT', '40 %'],
    [0.401, 0.402, 0.4015, 'ABOUT', '40 %'], [0, 0.95, 0.95, 'UNKNOWN', '?'],
  ] as const)('ratio from %d to %d, of which an OM shows %d (%s), is %s', (low, high, shown, mark, text) => {
    expect(units.ratioInterval({ low, high, shown, mark })).toBe(text);
  });

  test.each([['UTC', 'UTC'], ['Asia/Tehran', 'Asia/Tehran (UTC+03:30)'],
    ['America/St_Johns', 'America/St_Johns (UTC-03:30)']])('the zone %s is shown as %s', (zone, text) => {
    vi.stubEnv('TZ', zone);
    expect(units.zone(new Date('2026-01-15T00:00:00Z'))).toBe(text);
    vi.unstubAllEnvs();
  });

  test.each([
    [31, '31 µs'], [61_700, '61.7 ms'], [349_012, '349 ms'], [2_500_000, '2.50 s'],
  ])('%d µs are %s', (value, text) => {
    expect(units.micros(value)).toBe(text);
  });

  test.each([
    [1500, '1 s'], [59_900, '59 s'], [65_000, '1 min 05 s'], [3_660_000, '1 h 01 min'], [19_460_000, '5 h 24 min'],
    [172_799_999, '47 h 59 min'], [286_000_000, '3 d 07 h'],
  ])('%d ms are %s', (value, text) => {
    expect(units.duration(value)).toBe(text);
  });

  test.each([[5000, '~5.0 ms'], [349_012, '~349 ms'], [undefined, '–']])('a wait of %s µs is %s', (value, text) => {
    expect(units.wait(value)).toBe(text);
  });

  test.each([[[], ''], [['a'], 'a'], [['a', 'b'], 'a and b'], [['a', 'b', 'c'], 'a, b and c']])(
    '%j are listed as "%s"', (words, text) => {
      expect(units.listed(words)).toBe(text);
    });

  test.each([
    [0, 0, 0, '0 B', 'exactly 0 B'], [576_717, 0, 1_405_091, '~563 KB', 'between 0 B and 1.34 MB'],
    [2 ** 20, 2 ** 20, 2 ** 20 + 1, '1.00 MB', 'exactly 1.00 MB'],
  ])('%d bytes that are from %d to %d are %s', (expected, low, high, text, exactly) => {
    expect(units.expectedBytes(expected, { low, high })).toBe(text);
    expect(units.exactBytesInterval({ low, high })).toBe(exactly);
  });

  test.each([
    [34_000, 62_000, 48_000, 'ABOUT', '~48.0k'], [5, 34_000, 34_000, 'AT_MOST', '≤34.0k'],
    [34_000, 34_000, 34_000, 'EXACT', '34.0k'], [34_000, 34_010, 34_005, 'ABOUT', '34.0k'],
  ] as const)('a count from %d to %d, of which an OM shows %d (%s), is %s', (low, high, shown, mark, text) => {
    expect(units.countInterval({ low, high, shown, mark })).toBe(text);
  });

  test('an exact count says so', () => {
    expect(units.exactCountInterval(exactly(1234))).toBe('exactly 1,234');
    expect(units.exactCountInterval(between(1, 2000))).toBe('between 1 and 2,000');
  });
});
