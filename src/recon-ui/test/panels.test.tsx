// SPDX-License-Identifier: Apache-2.0
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { App } from '../src/App';
import type { Bucket, Problem } from '../src/api/model';
import { accessibilityProblems } from './axe';
import * as samples from './samples';
import { serve } from './server';

const NO_LEADER = { status: 503, body: { code: 'NO_LEADER', message: 'The ring has no leader. Try again soon.' } };
const UNANSWERED: Problem[] = [{ nodeId: 'om3', code: 'UNREACHABLE', message: 'No answer within 3 s.' }];
const MAP = '#/map?nodeId=om1&bucket=/v/b&table=keyTable';
const JOB = samples.job();

function open(hash: string) {
  window.location.hash = hash;
  return render(<App />);
}

function ring(more: Parameters<typeof serve>[0] = {}) {
  return serve({
    nodes: { body: samples.NODES }, buckets: { body: samples.bucketList() }, ranges: { body: samples.rangeList() },
    'sst-files': { body: samples.SST_FILES }, jobs: ({ method }) => (method === 'POST' ? { status: 202, body: JOB }
      : { body: { totalCount: 1, jobs: [JOB], unanswered: [] } }),
    [`jobs/${JOB.jobId}`]: { body: JOB }, ...more,
  });
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
    expect((await card('om1')).getByRole('link', { name: 'job running' }).getAttribute('href'))
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
    open('#/buckets');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The ring has no leader. Try again soon.');
    ready = true;
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('article', { name: 'OM om1' })).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('Buckets', () => {
  test('show tombstones and ratio with their intervals, and lead to the map', async () => {
    ring();
    open('#/buckets');
    const row = within(await screen.findByRole('row', { name: /\/v\/b/ }));
    expect(row.getByText('300–400')).toBeDefined();
    expect(row.getByText('30–44 %')).toBeDefined();
    expect(row.getByRole('link', { name: '/v/b' }).getAttribute('href')).toBe(MAP);
    expect(row.getByRole('link', { name: 'Compact /v/b' }).getAttribute('href')).toBe(`${MAP}&trigger=all`);
    expect(await accessibilityProblems()).toEqual([]);
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
    await userEvent.click(screen.getByLabelText('Measure seeks'));
    await waitFor(() => {
      expect(log.at(-1)?.path).toBe('buckets?nodeId=all&volume=v&table=fileTable&minRatio=0.3&probe=true&limit=50');
    });
    expect(window.location.hash).toBe('#/buckets?nodeId=all&volume=v&table=fileTable&minRatio=0.3&probe=true');
  });

  test('are sorted by a column on the server', async () => {
    const log = ring();
    open('#/buckets');
    await userEvent.click(await screen.findByRole('button', { name: /^Entries/ }));
    await waitFor(() => { expect(log.at(-1)?.path).toBe('buckets?sort=ENTRIES&limit=50'); });
    expect(screen.getByRole('columnheader', { name: /^Entries/ }).getAttribute('aria-sort')).toBe('descending');
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
    expect(log.at(-1)?.path).toBe('buckets?limit=50&prevKey=a%2Fb');
    await userEvent.click(screen.getByRole('button', { name: 'First page' }));
    expect(await screen.findByText('Rows 1 to 1 of 2')).toBeDefined();
  });

  test('are counted exactly until no file is left to scan', async () => {
    let left = 2;
    ring({ buckets: () => ({ body: samples.bucketList({ filesToScan: left-- }) }) });
    open('#/buckets?exact=true');
    expect(await screen.findByText('Counting exactly: 2 shared files to scan.')).toBeDefined();
    await waitFor(() => { expect(screen.queryByText(/Counting exactly/)).toBeNull(); }, { timeout: 20_000 });
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
});

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
    await waitFor(() => { expect(window.location.hash).toBe(`${MAP}&zoom=0.25-0.75`); }, { timeout: 20_000 });
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
    await waitFor(() => { expect(window.location.hash).toBe(MAP); }, { timeout: 20_000 });
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
      tombstones: { low: 1, high: 1 }, tombstoneRatio: { low: 0.01, high: 0.01 }, reason: 'RATIO', message: 'too few',
    }] }) } });
    open(MAP);
    const table = within(await screen.findByRole('group', { name: 'Ranges, scrollable' }));
    const row = within(table.getAllByRole('row')[1] ?? document.body);
    expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(
      ['1', '/v/b/a/v/b/f', '3', '500', '2.00 MB', '1.00 MB', '256 KB', '0 B', '500', 'Only this… range 1']);
    expect(screen.getByText('1 range left out, and why')).toBeDefined();
    await userEvent.click(row.getByRole('button', { name: /^Only this… ?range 1$/ }));
    expect(window.location.hash).toBe(`${MAP}&trigger=/v/b/a../v/b/f`);
  });

  test.each([
    ['no file', { 'sst-files': { body: { ...samples.SST_FILES, sstFiles: [] } } }, 'No SST file holds these keys'],
    ['no range', { ranges: { body: samples.rangeList({ ranges: [], totals: [] }) } }, 'Nothing to compact'],
    ['an error', { 'sst-files': NO_LEADER }, 'The ring has no leader. Try again soon.'],
  ])('says so when there is %s', async (_, answers, text) => {
    ring(answers);
    open(MAP);
    expect(await screen.findByText(text)).toBeDefined();
    expect(await accessibilityProblems()).toEqual([]);
  });
});

describe('The trigger dialog', () => {
  const plan = { body: samples.rangeList({
    totals: [samples.totals('om1'), samples.totals('om2')], unanswered: UNANSWERED,
  }) };
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Compact /v/b, keyTable' }));

  test('tells what will happen on each node, the leader last', async () => {
    ring({ ranges: plan });
    open(`${MAP}&trigger=all`);
    const shown = await dialog();
    const rows = (await shown.findAllByRole('row')).slice(1).map(({ textContent }) => textContent);
    expect(rows).toEqual([
      '1om2 follower45002.00 MB1.00 MB256 KB128 KB',
      '2om3 followerno plan: it did not answer, and is skipped if it stays so',
      '3om1 leader45002.00 MB1.00 MB256 KB128 KB',
    ]);
    expect(shown.getByText(/^8 ranges on 3 nodes, one node at a time, .* the leader last/)).toBeDefined();
    expect(await accessibilityProblems()).toEqual([]);
  });

  test('shows the command and submits just that', async () => {
    const log = ring({ ranges: plan });
    open(`${MAP}&trigger=all`);
    const shown = await dialog();
    await userEvent.click(await shown.findByLabelText('om3'));
    await userEvent.type(shown.getByLabelText('Write rate, MB/s'), '20{Enter}');
    await userEvent.type(shown.getByLabelText('Only the best ranges'), '2{Enter}');
    const command = shown.getByLabelText('Command').textContent;
    const jobId = /--job-id (\S+)/.exec(command)?.[1];
    expect(command.replace(/ \\\n +/g, ' ')).toBe('ozone admin om compaction trigger --bucket /v/b --cf keyTable '
      + `--top 2 --node-id om2,om1 --max-write-rate 20MB --job-id ${jobId ?? ''}`);
    await userEvent.click(shown.getByRole('button', { name: 'Start compaction' }));
    await waitFor(() => { expect(window.location.hash).toBe(`#/jobs/${JOB.jobId}`); });
    const sent = log.find(({ method }) => method === 'POST');
    expect(sent).toMatchObject({ path: 'jobs', body: {
      jobId, targets: { buckets: ['/v/b'], tables: ['keyTable'] }, thresholds: { top: 2 }, nodeIds: ['om2', 'om1'],
      maxWriteRate: 20 * 2 ** 20,
    } });
    expect(sent?.headers).toMatchObject({ 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' });
  });

  test('keeps the job id when it is sent again, and shows the job in the way', async () => {
    const overlap = { status: 409, body: { code: 'JOB_OVERLAPS', message: 'Job 1111 compacts it.', jobId: JOB.jobId } };
    const log = ring({ ranges: plan, jobs: ({ method }) => (method === 'POST' ? overlap : { body: JOB }) });
    open(`${MAP}&trigger=all`);
    const shown = await dialog();
    const start = shown.getByRole('button', { name: 'Start compaction' });
    await userEvent.click(start);
    expect(await shown.findByText('Job 1111 compacts it.')).toBeDefined();
    expect(shown.getByRole('link', { name: `Show job ${JOB.jobId}` })).toBeDefined();
    await userEvent.click(start);
    await waitFor(() => { expect(log.filter(({ method }) => method === 'POST')).toHaveLength(2); });
    const ids = log.filter(({ method }) => method === 'POST').map(({ body }) => (body as { jobId: string }).jobId);
    expect(new Set(ids).size).toBe(1);
  });

  test('sends nothing that cannot be right', async () => {
    const log = ring({ ranges: plan });
    open(`${MAP}&trigger=all`);
    const shown = await dialog();
    fireEvent.change(shown.getByLabelText('Not after'), { target: { value: '2001-01-01T00:00' } });
    await userEvent.click(shown.getByRole('button', { name: 'Start compaction' }));
    expect(await shown.findByText(/is in the past/)).toBeDefined();
    expect(log.some(({ method }) => method === 'POST')).toBe(false);
  });

  test('closes to where it was opened', async () => {
    ring({ ranges: plan });
    open(`${MAP}&trigger=all`);
    await userEvent.click((await dialog()).getByText('Close'));
    await waitFor(() => { expect(window.location.hash).toBe(MAP); });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('Jobs', () => {
  test('are listed with state, progress and what they wait for', async () => {
    const waiting = samples.job({ waitingFor: { reason: 'WINDOW', message: 'The window opens at 22:00.' } });
    ring({ jobs: { body: { totalCount: 1, jobs: [waiting], unanswered: [] } } });
    open('#/jobs');
    const row = within(await screen.findByRole('row', { name: /11111111/ }));
    expect(row.getByText('RUNNING')).toBeDefined();
    expect(row.getByText('waits: The window opens at 22:00.')).toBeDefined();
    expect(row.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('0 of 2 nodes');
    expect(row.getByText('512 KB / 4.00 MB')).toBeDefined();
    expect(await accessibilityProblems()).toEqual([]);
  });

  test('that are none lead to the buckets', async () => {
    ring({ jobs: { body: { totalCount: 0, jobs: [], unanswered: [] } } });
    open('#/jobs');
    expect(await screen.findByText('No job yet')).toBeDefined();
  });

  test('show each turn: predicted against actual, before and after, what it waits for', async () => {
    ring();
    open(`#/jobs/${JOB.jobId}`);
    const row = within(await screen.findByRole('row', { name: /^om2/ }));
    expect(row.getByText('1.00 MB of 8.00 MB')).toBeDefined();
    expect(row.getByText('512 KB of 4.00 MB')).toBeDefined();
    expect(row.getByText('5.00k → 4.00k')).toBeDefined();
    expect(row.getByText('61.7 ms → 31 µs')).toBeDefined();
    expect(row.getByText('1 min 05 s')).toBeDefined();
    expect(screen.getByText('Waits: L0 holds 21 files.')).toBeDefined();
    expect(screen.getByText(/^1 dropped/)).toBeDefined();
    expect(within(screen.getByRole('row', { name: /^om1/ })).getByText('not begun')).toBeDefined();
    expect(await accessibilityProblems()).toEqual([]);
  });

  test('are followed until they end, with the tag of what is known', async () => {
    const states = [{ body: JOB, etag: '"3"' }, { status: 304 },
      { body: samples.job({ state: 'SUCCEEDED', ended: '2026-01-02T03:05:00Z' }), etag: '"4"' }];
    const log = ring({ [`jobs/${JOB.jobId}`]: () => states.shift() ?? { status: 500, body: {} } });
    open(`#/jobs/${JOB.jobId}`);
    expect(await screen.findByText('SUCCEEDED', undefined, { timeout: 20_000 })).toBeDefined();
    const asked = log.filter(({ path }) => path.startsWith('jobs/'));
    expect(asked.map(({ headers }) => headers['If-None-Match'])).toEqual([undefined, '"3"', '"3"']);
    expect(screen.queryByRole('button', { name: 'Cancel job…' })).toBeNull();
  });

  test('are cancelled after a question', async () => {
    const log = ring({ [`jobs/${JOB.jobId}/cancel`]: { status: 202, body: JOB } });
    open(`#/jobs/${JOB.jobId}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel job…' }));
    const question = within(await screen.findByRole('dialog', { name: 'Cancel this job?' }));
    expect(await accessibilityProblems()).toEqual([]);
    expect(log.some(({ method }) => method === 'POST')).toBe(false);
    await userEvent.click(question.getByRole('button', { name: 'Cancel job' }));
    await waitFor(() => { expect(screen.queryByRole('dialog')).toBeNull(); });
    expect(log.filter(({ method }) => method === 'POST')).toMatchObject([{
      path: `jobs/${JOB.jobId}/cancel`, headers: { 'X-Requested-With': 'XMLHttpRequest' },
    }]);
  });

  test('that are unknown show the server\'s words', async () => {
    ring({ 'jobs/none': { status: 404, body: { code: 'UNKNOWN_JOB', message: 'No job none.' } } });
    open('#/jobs/none');
    expect(await screen.findByText('No job none.')).toBeDefined();
  });
});

describe('The page', () => {
  test('goes back with the back button', async () => {
    ring();
    open('#/buckets');
    await screen.findByRole('link', { name: '/v/b' });
    window.location.hash = '#/jobs';
    expect(await screen.findByRole('heading', { name: 'Jobs' })).toBeDefined();
    window.history.back();
    expect(await screen.findByRole('heading', { name: 'Buckets' })).toBeDefined();
  });

  test('leads back to Recon', () => {
    ring();
    open('#/jobs');
    const back = new URL(screen.getByRole('link', { name: /Back to Recon/ }).getAttribute('href') ?? '',
      'http://recon:9888/api/v1/om/compaction/ui/');
    expect(back.href).toBe('http://recon:9888/');
  });

  test('asks what it needs when something answers without JSON', async () => {
    const plain = (status: number) => () => Promise.resolve(new Response('<html>', { status }));
    vi.stubGlobal('fetch', plain(401));
    open('#/jobs');
    expect(await screen.findByText(/Sign in to Recon/)).toBeDefined();
  });
});
