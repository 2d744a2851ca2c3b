// SPDX-License-Identifier: Apache-2.0
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { RangeList } from '../src/api/model';
import { accessibilityProblems } from './axe';
import { MAP, open, ring } from './recon';
import * as samples from './samples';

const SLOW = 'A list of /v/b001 passes 34,000 tombstones before the first key.';

describe('The preview', () => {
  const preview = (more: Partial<RangeList>) => {
    ring({ ranges: { body: samples.rangeList(more) } });
    open(MAP);
  };

  test('says whose keys a range holds, by name, what is read and kept besides, and why', async () => {
    preview({
      totals: [samples.totals('om1', {
        ranges: 2, predictedWriteBytes: 2 ** 21, predictedWrite: { low: 3 * 2 ** 19, high: 2 ** 21 },
      })], totalCount: 2,
      ranges: [
        samples.range({
          begin: samples.named('/-1/-2/a', '/v/b001/a'), end: samples.named('/-1/-9/b', '/v/b999/b'),
          bucketCount: 1000, firstBucket: '/v/b001', lastBucket: '/v/b999', waitMicros: 48_700, why: SLOW,
          checkReadBytes: 2 ** 20,
          predictedWrite: { low: 2 ** 19, high: 2 ** 20 }, snapshotRetainedBytes: 2 ** 18,
        }),
        samples.range({ rank: 2 }),
      ],
    });
    const [, first, why, second] = within(await screen.findByRole('group', { name: 'Ranges, scrollable' }))
      .getAllByRole('row');
    const texts = (row: HTMLElement | undefined) => within(row ?? document.body).getAllByRole('cell')
      .map(({ textContent }) => textContent).slice(1, 7);
    expect(texts(first)).toEqual([
      '/v/b001 … /v/b999 (1,000 buckets)/v/b001/a/v/b999/b/-1/-2/a../-1/-9/b', '3', '500', '2.00 MB+1.00 MB checks',
      '~1.00 MB256 KB kept', '256 KB']);
    expect(why?.textContent).toBe(`A list waits ~48.7 ms. ${SLOW}`);
    expect(texts(second)).toEqual(['/v/b/v/b/a/v/b/f', '3', '500', '2.00 MB', '1.00 MB', '256 KB']);
    // 512 KB of the one range and all of the other.
    expect(screen.getByText(/would remove/).textContent)
      .toContain('and 1.00 MB more for checks, and write ~2.00 MB, at most 2.00 MB.');
    expect(await accessibilityProblems()).toEqual([]);
  });

  test('tells what to know before, and what it would cost to reach the tombstones in memory', async () => {
    const message = '12,000 rows of /v/b still wait for deletion.';
    preview({ remarks: [{ nodeId: 'om1', message }], flushes: [samples.flush()] });
    expect(await screen.findByText(message)).toBeDefined();
    expect(screen.getByText(/no range reaches them/).textContent)
      .toBe('om1: 1.00M of keyTable; no range reaches them unless they are written to an SST file of about 24.0 MB.');
    expect(await accessibilityProblems()).toEqual([]);
  });

  test('of nothing but memory does not say that nothing is there, and offers a job', async () => {
    preview({
      totalCount: 0, ranges: [], flushes: [samples.flush()],
      totals: [samples.totals('om1', { ranges: 0, tombstones: samples.exactly(0) })],
    });
    expect(await screen.findByText('Nothing to compact on disk yet')).toBeDefined();
    expect(screen.queryByText(/would remove/)).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Compact…' }).disabled).toBe(false);
  });

  test('of nothing at all offers none', async () => {
    preview({ totalCount: 0, ranges: [], totals: [] });
    expect(await screen.findByText('Nothing to compact')).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Compact…' }).disabled).toBe(true);
  });

  test('has a price for what is left out', async () => {
    preview({ skipped: [{
      nodeId: 'om1', table: 'keyTable', begin: samples.named('/-1/-2/a', '/v/b/a'), end: samples.key('/-1/-2/z'),
      tombstones: samples.exactly(1), tombstoneRatio: samples.ratioBetween(0.01, 0.01), reason: 'RATIO',
      message: 'It has too few.', predictedReadBytes: 67 * 2 ** 20, predictedWriteBytes: 34 * 2 ** 20,
    }] });
    await userEvent.click(await screen.findByText('1 range left out, and why'));
    expect((await screen.findByText(/It has too few/)).textContent).toBe(
      '/v/b/a 1 tombstones, 1 %: It has too few. Taking it too reads 67.0 MB and writes 34.0 MB.');
  });
});

describe('The trigger dialog', () => {
  test('tells what to know before, and asks for the flush in the job', async () => {
    const log = ring({ ranges: { body: samples.rangeList({ flushes: [samples.flush()] }) } });
    open(`${MAP}&trigger=all`);
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/unless they are written to an SST file of about 24.0 MB/)).toBeDefined();
    await userEvent.click(dialog.getByLabelText('Flush memory first'));
    await userEvent.click(dialog.getByLabelText('Wait for deletions'));
    await userEvent.click(dialog.getByRole('button', { name: 'Start compaction' }));
    await waitFor(() => {
      expect(log.find(({ method }) => method === 'POST')?.body).toMatchObject({ flush: true, afterDeletions: true });
    });
  });
});

describe('A job of nothing but what is in memory', () => {
  const start = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Start compaction' });
  const dialogOf = async (flushes: NonNullable<RangeList['flushes']>) => {
    const nothing = { ranges: 0, tombstones: samples.exactly(0), predictedReadBytes: 0, predictedWriteBytes: 0 };
    ring({ ranges: ({ path }) => ({ body: samples.rangeList({
      totalCount: 0, ranges: [], flushes: flushes.map((flush) => ({ ...flush, planned: path.includes('flush=true') })),
      totals: ['om1', 'om2', 'om3'].map((node) => samples.totals(node, nothing)),
    }) }) });
    open(`${MAP}&trigger=all`);
    expect(await screen.findByText('There is nothing to compact here, so no job can be started.')).toBeDefined();
    expect(start().disabled).toBe(true);
  };

  test('is told how to reach it, and can be started then', async () => {
    await dialogOf([samples.flush()]);
    expect(screen.getByText(/^But there are tombstones in memory/)).toBeDefined();
    await userEvent.click(screen.getByLabelText('Flush memory first'));
    await waitFor(() => { expect(start().disabled).toBe(false); });
    expect(await screen.findByText(/^As things are, no node has a range/)).toBeDefined();
    expect(screen.queryByText(/remove 0 tombstones/)).toBeNull();
    expect(await accessibilityProblems()).toEqual([]);
  });

  test('can be started too where deletion is yet to leave tombstones', async () => {
    await dialogOf([]);
    await userEvent.click(screen.getByLabelText('Wait for deletions'));
    await waitFor(() => { expect(start().disabled).toBe(false); });
  });

  test.each([
    ['where nothing is in memory', []],
    ['of nodes without a turn', [samples.flush({ nodeId: 'om9' })]],
  ])('is for nothing still %s', async (_, flushes) => {
    await dialogOf(flushes);
    await userEvent.click(screen.getByLabelText('Flush memory first'));
    // Once the plan with the flush has come: until then nobody knows that it is for nothing.
    expect(await screen.findByText('There is nothing to compact here, so no job can be started.')).toBeDefined();
    await waitFor(() => { expect(start().disabled).toBe(true); });
  });
});

describe('A job of keys in which ids stand for names', () => {
  test('is called by the names, and has the keys below', async () => {
    const begin = samples.named('/-1/-2/a', '/v/b/a');
    const end = samples.named('/-1/-2/z', '/v/b/z');
    const job = samples.job({ targets: { keyRanges: [{ table: 'fileTable', begin, end }] } });
    ring({ [`jobs/${job.jobId}`]: { body: job } });
    open(`#/jobs/${job.jobId}`);
    expect(await screen.findByRole('heading', { name: 'fileTable, /v/b/a … /v/b/z' })).toBeDefined();
    expect(screen.getByText('Keys').nextElementSibling?.textContent).toBe('/-1/-2/a../-1/-2/z');
  });
});
