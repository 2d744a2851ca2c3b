// SPDX-License-Identifier: Apache-2.0
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { Bucket } from '../src/api/model';
import { accessibilityProblems } from './axe';
import { JOB, MAP, NO_LEADER, UNANSWERED, later, open, ring } from './recon';
import * as samples from './samples';
import { serve, type Asked, type Reply } from './server';

function lastBuckets(log: readonly Asked[]): string | undefined {
  return log.filter(({ path }) => path.startsWith('buckets')).at(-1)?.path;
}

describe('Nodes', () => {
  test('tell role, reachability and what a compaction would wait for', async () => {
    const pressure = {
      ...samples.CALM, delayedWriteRate: 2 ** 24,
      waits: [{ reason: 'WRITES_DELAYED' as const, message: 'Writers are held to 16 MB/s.' }],
    };
    ring({
      nodes: { body: { totalCount: 4, nodes: [
        samples.node('om1', { role: 'LEADER', runningJob: JOB.jobId }),
        samples.node('om2', { pressure }),
        { nodeId: 'om3', role: 'UNKNOWN', reachable: false, problem: UNANSWERED[0] },
        { nodeId: 'om4', role: 'FOLLOWER', reachable: true, host: 'h' },
      ] } },
    });
    open('#/buckets');
    const card = async (name: string) => within(await screen.findByRole('article', { name: `OM ${name}` }));
    expect((await card('om1')).getByText('Leader')).toBeDefined();
    expect((await card('om1')).getByRole('link', { name: 'Show the job' }).getAttribute('href'))
      .toBe(`#/jobs/${JOB.jobId}`);
    expect((await card('om2')).getByText(/A compaction waits: Writers are held to 16 MB\/s./)).toBeDefined();
    expect((await card('om2')).getByText('held to 16.0 MB/s')).toBeDefined();
    expect((await card('om3')).getByText('Not reachable. No answer within 3 s.')).toBeDefined();
    expect((await card('om4')).getByText(/without the add-on/)).toBeDefined();
    expect(await accessibilityProblems()).toEqual([]);
  });

  test('show the server\'s message and can be asked again', async () => {
    let ready = false;
    ring({ nodes: () => (ready ? { body: samples.NODES } : NO_LEADER) });
    later(0);
    open('#/buckets');
    await screen.findByText(/^Still asking/);
    later(15);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The ring has no leader. Try again soon.');
    ready = true;
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('article', { name: 'OM om1' })).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('Buckets', () => {
  test('show tombstones and ratio as one number each, and lead to the map', async () => {
    ring();
    open('#/buckets');
    const row = within(await screen.findByRole('row', { name: /\/v\/b/ }));
    expect(row.getByText('~350')).toBeDefined();
    expect(row.getByText('~37 %')).toBeDefined();
    expect(row.getByRole('link', { name: '/v/b' }).getAttribute('href')).toBe(MAP);
    expect(row.getByRole('link', { name: 'Compact /v/b' }).getAttribute('href')).toBe(`${MAP}&trigger=all`);
    expect(await accessibilityProblems()).toEqual([]);
  });

  test('whose counts say nothing show none, and the bounds on request', async () => {
    const bounds = samples.atMost(96_000);
    const run = { ...samples.bucket({}), begin: samples.key('/v/b/'), end: samples.key('/v/b/~'), entries: bounds,
      tombstones: bounds, tombstoneRatio: { low: 0, high: 1, shown: 1, mark: 'UNKNOWN' as const } };
    ring({ buckets: { body: samples.bucketList({ buckets: [samples.bucket({ tombstones: bounds, run })] }) } });
    open('#/buckets');
    const row = within(await screen.findByRole('row', { name: /\/v\/b/ }));
    expect(row.getAllByTitle('between 0 and 96,000').map(({ textContent }) => textContent)).toEqual(['?', '?']);
  });

  test('whose record is gone are shown by their keys', async () => {
    const keys = { begin: samples.key('/-1/-2/'), end: samples.key('/-1/-2/~') };
    const orphan: Partial<Bucket> = samples.bucket(keys);
    delete orphan.volume;
    delete orphan.bucket;
    ring({ buckets: { body: samples.bucketList({ buckets: [orphan as Bucket] }) } });
    open('#/buckets');
    const link = await screen.findByRole('link', { name: '/-1/-2/' });
    expect(link.getAttribute('href')).toBe('#/map?nodeId=om1&table=keyTable&keyRange=/-1/-2/../-1/-2/~');
    expect(screen.getByText('no bucket')).toBeDefined();
  });

  test('are filtered, and the URL keeps the filter', async () => {
    const log = ring();
    open('#/buckets');
    await userEvent.type(await screen.findByLabelText('Volume'), 'v{Enter}');
    await userEvent.selectOptions(screen.getByLabelText('Table'), 'fileTable');
    await userEvent.type(screen.getByLabelText('Ratio from, %'), '30{Enter}');
    await userEvent.selectOptions(screen.getByLabelText('Node'), 'all');
    await userEvent.click(screen.getByLabelText('Exact counts'));
    await waitFor(() => {
      expect(lastBuckets(log))
        .toBe('buckets?nodeId=all&volume=v&table=fileTable&minRatio=0.3&exact=true&limit=50');
    });
    expect(window.location.hash).toBe('#/buckets?nodeId=all&volume=v&table=fileTable&minRatio=0.3&exact=true');
  });

  test('are searched for by a part of their name, and what is found is not compacted as a whole', async () => {
    const log = ring();
    open('#/buckets');
    await userEvent.type(await screen.findByLabelText('Name contains'), 'Ord{Enter}');
    await waitFor(() => { expect(lastBuckets(log)).toBe('buckets?search=Ord&limit=50'); });
    expect(window.location.hash).toBe('#/buckets?search=Ord');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Compact what matches…' }).disabled).toBe(true);
    expect(await accessibilityProblems()).toEqual([]);
  });

  test('are searched for while the name is typed, at each pause', async () => {
    const log = ring();
    open('#/buckets');
    const name = await screen.findByLabelText<HTMLInputElement>('Name contains');
    await userEvent.type(name, 'ord');
    await waitFor(() => { expect(lastBuckets(log)).toBe('buckets?search=ord&limit=50'); });
    await userEvent.type(name, 'ers');
    await waitFor(() => { expect(lastBuckets(log)).toBe('buckets?search=orders&limit=50'); });
    expect(name.value).toBe('orders');
    expect(log.some(({ path }) => /search=or?&/.test(path))).toBe(false);
  });

  test('are not filtered by what is no filter, and the field says why', async () => {
    const log = ring();
    open('#/buckets');
    await userEvent.type(await screen.findByLabelText('Bucket'), 'orders{Enter}');
    expect(await screen.findByText('Write it as /volume/bucket.')).toBeDefined();
    await userEvent.type(screen.getByLabelText('Ratio from, %'), '130{Enter}');
    expect(await screen.findByText('A number from 0 to 100.')).toBeDefined();
    expect(lastBuckets(log)).toBe('buckets?limit=50');
    await userEvent.clear(screen.getByPlaceholderText('/volume/bucket'));
    await waitFor(() => { expect(screen.queryByText('Write it as /volume/bucket.')).toBeNull(); });
  });

  test('that were searched for open no job by a link either', async () => {
    ring();
    open('#/buckets?search=Ord&trigger=true');
    expect(await screen.findByRole('link', { name: '/v/b' })).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('are sorted by a column on the server', async () => {
    const log = ring();
    open('#/buckets');
    await userEvent.click(await screen.findByRole('button', { name: /^Entries/ }));
    await waitFor(() => { expect(lastBuckets(log)).toBe('buckets?sort=ENTRIES&limit=50'); });
    expect(screen.getByRole('columnheader', { name: /^Entries/ }).getAttribute('aria-sort')).toBe('descending');
  });

  test('of several OMs says how to see more than the first rows', async () => {
    ring({ buckets: { body: samples.bucketList({ totalCount: 2, buckets: [samples.bucket({})] }) } });
    open('#/buckets?nodeId=all');
    const next = await screen.findByRole('button', { name: 'Next page' });
    expect(next.getAttribute('title')).toBe('These are the first rows of each OM: choose one OM to see more');
    expect(next.hasAttribute('disabled')).toBe(true);
  });

  test('come in pages', async () => {
    const log = ring({
      buckets: ({ path }) => ({
        body: samples.bucketList({ totalCount: 2, ...(path.includes('prevKey') ? {} : { nextKey: 'a/b' }) }),
      }),
    });
    open('#/buckets');
    expect(await screen.findByText('Rows 1 to 1 of 2')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('Rows 2 to 2 of 2')).toBeDefined();
    expect(lastBuckets(log)).toBe('buckets?limit=50&prevKey=a%2Fb');
    await userEvent.click(screen.getByRole('button', { name: 'First page' }));
    expect(await screen.findByText('Rows 1 to 1 of 2')).toBeDefined();
  });

  test('sorted anew and turned fast show what was asked last, and ask once for each change', async () => {
    const waiting = new Map<string, (reply: Reply) => void>();
    const log = ring({
      buckets: ({ path }) => (path === 'buckets?limit=50'
        ? { body: samples.bucketList({ nextKey: 'k1' }) }
        : new Promise<Reply>((answer) => { waiting.set(path, answer); })),
    });
    open('#/buckets');
    expect(await screen.findAllByText('/v/b')).not.toEqual([]);
    const changes = ['Next page', /^Entries/, /^Bucket/];
    for (const name of changes) {
      await userEvent.click(screen.getByRole('button', { name }));
    }
    const asked = log.filter(({ path }) => path.startsWith('buckets'));
    expect(asked.map(({ path }) => path)).toEqual(['buckets?limit=50', 'buckets?limit=50&prevKey=k1',
      'buckets?sort=ENTRIES&limit=50', 'buckets?sort=NAME&limit=50']);
    expect(asked.map(({ signal }) => signal?.aborted)).toEqual([false, true, true, false]);
    const answer = (path: string, bucket: string) => {
      waiting.get(path)?.({ body: samples.bucketList({ buckets: [samples.bucket({ bucket })] }) });
    };
    answer('buckets?sort=NAME&limit=50', 'by-name');
    expect(await screen.findAllByText('/v/by-name')).not.toEqual([]);
    answer('buckets?sort=ENTRIES&limit=50', 'by-entries');
    answer('buckets?limit=50&prevKey=k1', 'second-page');
    await act(async () => { await new Promise((done) => { setTimeout(done, 0); }); });
    expect(screen.getAllByText('/v/by-name')).not.toEqual([]);
    expect(screen.queryAllByText(/by-entries|second-page/)).toEqual([]);
  });

  const onAPhone = () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(() =>
      Object.assign(new EventTarget(), { matches: true }) as MediaQueryList);
  };

  test('have their filters above them, folded where there is room for little', async () => {
    const fold = (name: string) => screen.getByText(name).closest('details');
    ring();
    open('#/buckets');
    expect(await screen.findAllByText('/v/b')).not.toEqual([]);
    expect(screen.getByRole('form', { name: 'Minimums of buckets' }).closest('details')).toBeNull();
    cleanup();
    onAPhone();
    open('#/buckets');
    expect(await screen.findAllByText('/v/b')).not.toEqual([]);
    const all = [...document.querySelectorAll('*')];
    expect(fold('Filter places and buckets')?.open).toBe(false);
    expect(fold('Filter buckets')?.open).toBe(false);
    expect(all.indexOf(screen.getByText('Filter buckets')))
      .toBeLessThan(all.indexOf(screen.getByRole('group', { name: 'Buckets, scrollable' })));
    cleanup();
    open('#/buckets?volume=v&minTombstones=5');
    expect(await screen.findAllByText('/v/b')).not.toEqual([]);
    expect(fold('Filter places and buckets')?.open).toBe(true);
    expect(fold('Filter buckets')?.open).toBe(true);
    vi.restoreAllMocks();
  });

  test('stand behind what OMs warn of', async () => {
    const warning = 'Every list of keyTable passes 1,000,000 tombstones.';
    ring({ nodes: { body: { totalCount: 1, nodes: [samples.node('om1', { warnings: [warning] })] } } });
    open('#/buckets');
    const title = await screen.findByText('An OM warns.');
    const all = [...document.querySelectorAll('*')];
    expect(all.indexOf(title)).toBeLessThan(all.indexOf(screen.getByRole('heading', { name: 'Slow places' })));
  });

  test('go back page by page, by keyboard and from a link', async () => {
    const log = ring({
      buckets: ({ path }) => ({
        body: samples.bucketList({
          totalCount: 150,
          ...(path.includes('prevKey=k2') ? {} : { nextKey: path.includes('prevKey=k1') ? 'k2' : 'k1' }),
        }),
      }),
    });
    open('#/buckets?volume=v&prevKey=k2&rowsBefore=100&pagesBefore=k1');
    expect(await screen.findByText('Rows 101 to 101 of 150')).toBeDefined();
    const previous = screen.getByRole<HTMLButtonElement>('button', { name: 'Previous page' });
    previous.focus();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('Rows 51 to 51 of 150')).toBeDefined();
    await waitFor(() => { expect(lastBuckets(log)).toBe('buckets?volume=v&limit=50&prevKey=k1'); });
    expect(window.location.hash).toBe('#/buckets?volume=v&prevKey=k1&rowsBefore=50');
    expect(document.activeElement).toBe(previous);
    const panel = screen.getByRole('region', { name: 'Buckets' });
    await waitFor(() => { expect(panel.getAttribute('aria-busy')).toBe('false'); });
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('Rows 1 to 1 of 150')).toBeDefined();
    expect(window.location.hash).toBe('#/buckets?volume=v');
    expect(previous.disabled).toBe(true);
    expect(await accessibilityProblems()).toEqual([]);
  });

  test('of a link that does not say what lies before it begin anew', async () => {
    ring();
    open('#/buckets?prevKey=k9&rowsBefore=450');
    await screen.findByText(/^Rows 451/);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous page' }).title).toMatch(/does not say/);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'First page' }).disabled).toBe(false);
  });

  test('are counted exactly until no file is left to scan', async () => {
    let left = 2;
    ring({ buckets: () => ({ body: samples.bucketList({ filesToScan: left--, bytesToScan: 64 << 20 }) }) });
    open('#/buckets?exact=true');
    expect(await screen.findByText('Counting exactly: 2 files to scan, 64.0 MB.')).toBeDefined();
    await waitFor(() => { expect(screen.queryByText(/Counting exactly/)).toBeNull(); });
    expect(left).toBe(-1);
  });

  test('of the nodes that answered are shown beside a word on those that did not', async () => {
    ring({ buckets: { body: samples.bucketList({ unanswered: UNANSWERED }) } });
    open('#/buckets');
    expect(await screen.findByText('om3 did not answer. What the other nodes say is shown.')).toBeDefined();
    expect(screen.getByRole('link', { name: '/v/b' })).toBeDefined();
  });

  test.each([['#/buckets', 'No bucket has keys yet'], ['#/buckets?volume=x', 'No bucket matches']])(
    'that are none: %s says %s', async (hash, text) => {
      ring({ buckets: { body: samples.bucketList({ totalCount: 0, buckets: [] }) } });
      open(hash);
      expect(await screen.findByText(text)).toBeDefined();
      expect(await accessibilityProblems()).toEqual([]);
    });

  test('being read are announced', async () => {
    serve({});
    open('#/buckets');
    expect(await screen.findByText('Counting tombstones…')).toBeDefined();
    expect(await accessibilityProblems()).toEqual([]);
  });

  test('are read again when a job ends', async () => {
    const ended = samples.job({ state: 'SUCCEEDED', ended: '2026-01-02T03:05:00Z' });
    const lists = [samples.job(), samples.job(), ended]
      .map((job) => ({ body: { totalCount: 1, jobs: [job], unanswered: [] } }));
    let tombstones = 400;
    const log = ring({
      jobs: () => (lists.length > 1 ? lists.shift() : lists[0]) ?? { status: 500 },
      buckets: () => ({ body: samples.bucketList({
        buckets: [samples.bucket({ tombstones: samples.exactly(tombstones) })],
      }) }),
    });
    open('#/buckets');
    expect(await screen.findByText('400')).toBeDefined();
    tombstones = 7;
    expect(await screen.findByText('7')).toBeDefined();
    expect(log.filter(({ path }) => path.startsWith('buckets'))).toHaveLength(2);
  });

  test('come back by themselves after Recon was away', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    later(0);
    open('#/buckets');
    await screen.findAllByText(/^Still asking/);
    later(15);
    const said = /^This page goes on asking/;
    expect((await screen.findAllByText(said)).length).toBeGreaterThan(0);
    ring();
    expect(await screen.findByRole('link', { name: '/v/b' })).toBeDefined();
    await waitFor(() => { expect(screen.queryByText(said)).toBeNull(); });
  });
});
