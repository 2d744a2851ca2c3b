// SPDX-License-Identifier: Apache-2.0
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { accessibilityProblems } from './axe';
import { MAP, NO_LEADER, open, ring } from './recon';
import * as samples from './samples';

describe('The LSM map', () => {
  const reach = async () => {
    const map = await screen.findByRole('application', { name: /4 SST files on 2 levels, 1 range to compact/ });
    map.focus();
    return map;
  };

  test('is walked with the keyboard, and tells each file', async () => {
    ring();
    open(MAP);
    const map = await reach();
    fireEvent.focus(map);
    await userEvent.keyboard('{ArrowDown}{Home}');
    await userEvent.keyboard('{Enter}');
    const selected = within((await screen.findByText('Selected file')).parentElement ?? document.body);
    expect(selected.getByText('000004.sst, level 6')).toBeDefined();
    expect(selected.getByText('900 (90 %)')).toBeDefined();
    expect(window.location.hash).toBe(`${MAP}&file=000004.sst`);
    await userEvent.keyboard('{ArrowRight}{Enter}');
    expect(await selected.findByText('000005.sst, level 6')).toBeDefined();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByText('Selected file')).toBeNull();
    expect(await accessibilityProblems()).toEqual([]);
  });

  test('keeps the zoom in the URL', async () => {
    ring({ 'sst-files': { body: {
      ...samples.SST_FILES, sstFiles: Array.from({ length: 64 }, (_, at) => {
        const name = String(at).padStart(3, '0');
        return samples.sst(name, 6, `/v/b/${name}a`, `/v/b/${name}z`);
      }),
    } } });
    open(MAP);
    await userEvent.click(await screen.findByRole('button', { name: 'Zoom in' }));
    await waitFor(() => { expect(window.location.hash).toBe(`${MAP}&zoom=0.25-0.75`); });
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
    await waitFor(() => { expect(window.location.hash).toBe(MAP); });
  });

  test('is put together from all pages', async () => {
    const [first, ...rest] = samples.SST_FILES.sstFiles;
    ring({ 'sst-files': ({ path }) => ({
      body: path.includes('prevKey=k') ? { ...samples.SST_FILES, sstFiles: rest }
        : { ...samples.SST_FILES, sstFiles: [first], nextKey: 'k' },
    }) });
    open(MAP);
    expect(await screen.findByRole('application', { name: /4 SST files/ })).toBeDefined();
  });

  test('shows the preview with its cost, and offers one range alone', async () => {
    ring({ ranges: { body: samples.rangeList({ skipped: [{
      nodeId: 'om1', table: 'keyTable', begin: samples.key('/v/b/g'), end: samples.key('/v/b/z'),
      tombstones: samples.exactly(1), tombstoneRatio: samples.ratioBetween(0.01, 0.01), reason: 'RATIO',
      message: 'too few',
    }] }) } });
    open(MAP);
    const table = within(await screen.findByRole('group', { name: 'Ranges, scrollable' }));
    const row = within(table.getAllByRole('row')[1] ?? document.body);
    expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(
      ['1', '/v/b/a/v/b/f', '3', '500', '2.00 MB', '1.00 MB', '256 KB', '500', 'Only this… range 1']);
    expect(screen.getByText('1 range left out, and why')).toBeDefined();
    await userEvent.click(row.getByRole('button', { name: /^Only this… ?range 1$/ }));
    expect(window.location.hash).toBe(`${MAP}&trigger=/v/b/a../v/b/f`);
  });

  test('says how many ranges are left out, and shows those with most tombstones', async () => {
    const skipped = (at: number) => ({
      nodeId: 'om1', table: 'keyTable', begin: samples.key(`/v/b/${at}`), end: samples.key(`/v/b/${at}~`),
      tombstones: samples.exactly(1), tombstoneRatio: samples.ratioBetween(0.01, 0.01), reason: 'RATIO',
      message: 'too few',
    });
    ring({ ranges: { body: samples.rangeList({
      skipped: Array.from({ length: 60 }, (_, at) => skipped(at)), skippedCount: 2345,
    }) } });
    open(MAP);
    await userEvent.click(await screen.findByText('2.35k ranges left out, and why'));
    expect(await screen.findByText('The first 50 of 2,345, most tombstones first.')).toBeDefined();
    expect(screen.getAllByText(/too few$/)).toHaveLength(50);
  });

  test.each([
    [60, 60, 'The best 50 of 60 ranges; the map shows all of them.'],
    [51, 23_456, 'The best 50 of 23,456 ranges; the map shows the best 51.'],
  ])('asks for as many ranges as there may be: has %i of %i', async (shown, totalCount, text) => {
    const log = ring({ ranges: { body: samples.rangeList({
      totalCount, ranges: Array.from({ length: shown }, (_, at) => samples.range({ rank: at + 1 })),
    }) } });
    open(MAP);
    expect(await screen.findByText(text)).toBeDefined();
    expect(log.find(({ path }) => path.startsWith('ranges'))?.path).toContain('limit=20000');
  });

  test('says what a range reads to bring L0 down', async () => {
    ring({ ranges: { body: samples.rangeList({
      totalCount: 2, ranges: [samples.range({ l0ReadBytes: 2 ** 20 }), samples.range({ rank: 2 })],
    }) } });
    open(MAP);
    expect(await screen.findAllByText('1.00 MB for L0')).toHaveLength(1);
    expect(await accessibilityProblems()).toEqual([]);
  });

  test('marks a range that is larger than asked for', async () => {
    ring({ ranges: { body: samples.rangeList({
      totalCount: 2, ranges: [samples.range(), samples.range({ rank: 2, oversized: true })],
    }) } });
    open(MAP);
    expect(await screen.findByText(/^1 range above the largest size that a range should have/)).toBeDefined();
    const table = within(screen.getByRole('group', { name: 'Ranges, scrollable' }));
    expect(table.getAllByRole('row').map(({ textContent }) => textContent.includes('large')))
      .toEqual([false, false, true]);
    expect(await accessibilityProblems()).toEqual([]);
  });

  test.each([
    ['no file', { 'sst-files': { body: { ...samples.SST_FILES, sstFiles: [] } } }, 'No SST file holds these keys'],
    ['no range', { ranges: { body: samples.rangeList({ ranges: [], totals: [] }) } }, 'Nothing to compact'],
    ['an error', { 'sst-files': NO_LEADER }, /The ring has no leader. Try again soon.$/],
  ])('says so when there is %s', async (_, answers, text) => {
    ring(answers);
    open(MAP);
    expect(await screen.findByText(text)).toBeDefined();
    expect(await accessibilityProblems()).toEqual([]);
  });
});
