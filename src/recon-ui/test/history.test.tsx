// SPDX-License-Identifier: Apache-2.0
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { RunHistory } from '../src/api/model';
import { sparkline, story, trend } from '../src/format/history';
import { accessibilityProblems } from './axe';
import { open, ring } from './recon';
import * as samples from './samples';

function history(more: Partial<RunHistory> = {}): RunHistory {
  return { intervalSeconds: 3600, until: '2026-03-01T12:00:00Z', tombstones: [100, null, 300], ...more };
}

describe('Where a run is going', () => {
  test.each([
    [{}, undefined],
    [{ perDay: 0 }, undefined],
    [{ perDay: 2880 }, '+2.88k a day'],
    [{ perDay: -72 }, '−72 a day'],
    [{ perDay: 2880, slowAt: new Date(2026, 2, 4, 18, 5, 9).toISOString() }, '+2.88k a day, slow at 2026-03-04 18:05'],
  ])('%o is %s', (more, words) => {
    expect(trend(history(more))).toBe(words);
  });

  test('is told whole', () => {
    expect(story(history({ tombstones: [100, null, 30_000] })))
      .toBe('Tombstones of the worst run in the last 7 days, 30.0k at most.');
    expect(story(history({ intervalSeconds: 10, tombstones: [null] })))
      .toBe('Tombstones of the worst run in the last 28 min 00 s, 0 at most.');
    expect(story(history({ slowAt: '2026-03-04T18:00:00Z' })))
      .toMatch(/ If it goes on like that, a list takes 5 ms there at 2026-03-0[45] \d\d:00:00\.$/);
  });
});

describe('A sparkline', () => {
  test('ends at the right edge and fills the height', () => {
    const week = Array.from({ length: 168 }, (_, hour) => hour);
    expect(sparkline(week, 167, 100)).toMatch(/^M0\.0 100\.0L1\.0 99\.4.*L167\.0 0\.0$/);
    expect(sparkline([5, 10], 167, 100)).toBe('M166.0 50.0L167.0 0.0');
  });

  test('is broken where nothing is known', () => {
    expect(sparkline([10, null, 10, 0], 167, 100)).toBe('M164.0 0.0M166.0 0.0L167.0 100.0');
    expect(sparkline([null], 167, 100)).toBe('');
  });

  test('of nothing but zeros lies at the bottom', () => {
    expect(sparkline([0, 0], 167, 100)).toBe('M166.0 100.0L167.0 100.0');
  });
});

test('The list asks for it, and shows it beside the worst run', async () => {
  const run = {
    begin: samples.key('/v/b/a'), end: samples.key('/v/b/f'), entries: { low: 300, high: 300 },
    tombstones: { low: 300, high: 300 }, tombstoneRatio: { low: 1, high: 1 },
  };
  const log = ring({
    buckets: { body: samples.bucketList({ buckets: [samples.bucket({ run, history: history({ perDay: 4800 }) })] }) },
  });
  open('#/buckets');
  const row = within(await screen.findByRole('row', { name: /\/v\/b/ }));
  expect(row.getByRole('img', { name: /^Tombstones of the worst run in the last 7 days, 300 at most/ })).toBeDefined();
  expect(row.getByText('+4.80k a day')).toBeDefined();
  expect(log.some(({ path }) => path.startsWith('buckets?') && path.includes('history=true'))).toBe(true);
  expect(await accessibilityProblems()).toEqual([]);
});
