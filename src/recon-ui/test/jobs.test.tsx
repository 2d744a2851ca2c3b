// SPDX-License-Identifier: Apache-2.0
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { time } from '../src/format/units';
import { accessibilityProblems } from './axe';
import { JOB, open, ring } from './recon';
import * as samples from './samples';

/** Of each cell, as it is read. */
function textsOf(row: { getAllByRole: (role: string) => HTMLElement[] }): (string | null)[] {
  return row.getAllByRole('cell').map(({ textContent }) => textContent);
}

describe('Jobs', () => {
  test('are listed with state, progress and what they wait for', async () => {
    const message = 'The window opens at 2026-11-28T22:00:00Z.';
    const waiting = samples.job({ waitingFor: { reason: 'WINDOW', message } });
    ring({ jobs: { body: { totalCount: 1, jobs: [waiting], unanswered: [] } } });
    open('#/jobs');
    const row = within(await screen.findByRole('row', { name: /11111111/ }));
    expect(row.getByText('RUNNING')).toBeDefined();
    expect(row.getByText(`waits: The window opens at ${time('2026-11-28T22:00:00Z')}.`)).toBeDefined();
    expect(row.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('0 of 2 nodes');
    expect(textsOf(row)).toContain('512 KB / 4.00 MB');
    expect(await accessibilityProblems()).toEqual([]);
  });

  test('say which days off their window leaves out', async () => {
    const days = { notBefore: '2027-01-04T20:00:00Z', daysOff: '2026-12-24..2027-01-02' };
    ring({ [`jobs/${JOB.jobId}`]: { body: samples.job(days) } });
    open(`#/jobs/${JOB.jobId}`);
    const window = await screen.findByText(/whenever it is done/);
    expect(window.textContent).toBe(`${time('2027-01-04T20:00:00Z')} to whenever it is done, no sooner because of days`
      + ' off: 2026-12-24..2027-01-02');
  });

  const rangeOf = (table: string, prefix: string) => (
    { table, begin: samples.key(prefix), end: samples.key(`${prefix}\\xFF`) }
  );
  const keyRanges = [{ table: 'keyTable', begin: samples.key('/v/a'), end: samples.key('/v/b') }];
  test.each([
    [{ targets: { keyRanges }, targetsLeftOut: 999 }, '1,000 key ranges'],
    [{ targets: {}, targetsLeftOut: 1 }, '1 key range'],
    [{ targets: { keyRanges: [...keyRanges, ...keyRanges] } }, '2 key ranges of keyTable'],
    [{ targets: { keyRanges: ['keyTable', 'openKeyTable'].map((table) => rangeOf(table, '/v/b/logs/')) } },
      '/v/b/logs/../v/b/logs/\\xFF of keyTable, openKeyTable'],
    [{ targets: { keyRanges: [rangeOf('fileTable', '/-9/-8/1/'), rangeOf('deletedTable', '/v/b/dir/')] } },
      '/v/b/dir/../v/b/dir/\\xFF and 1 more key range of fileTable, deletedTable'],
    [{ targets: { keyRanges: [rangeOf('fileTable', '/-9/-8/1/'), rangeOf('fileTable', '/-9/-8/3/')] } },
      '2 key ranges of fileTable'],
    [{ targets: { buckets: ['/v/b'] }, targetsLeftOut: 7 }, '/v/b and 7 more buckets, all tables'],
  ])('tell how many targets they have, also those that a list leaves out: %j', async (job, text) => {
    ring({ jobs: { body: { totalCount: 1, jobs: [samples.job(job)], unanswered: [] } } });
    open('#/jobs');
    expect(await screen.findByTitle(text)).toBeDefined();
  });

  test.each([
    ['PERSON', 'alice', 'alice (through recon)'],
    ['SERVICE', 'the service', 'the service (recon)'],
  ] as const)('tell whose they are: %s', async (origin, shown, whole) => {
    ring({ jobs: { body: { totalCount: 1, jobs: [samples.job({ origin })], unanswered: [] } } });
    open('#/jobs');
    expect((await screen.findByText(shown)).getAttribute('title')).toBe(whole);
  });

  const asked = '2026-01-02T03:04:05Z';
  test.each([
    [{}, 'moves to a node whose turn has succeeded, before its own turn'],
    [{ state: 'SUCCEEDED' }, 'has not moved: its own turn did not come up'],
    [{ leaderMove: { failure: 'Nobody was left.' } }, 'has not moved: Nobody was left.'],
    [{ leaderMove: { from: 'om1', to: 'om2', asked, moved: asked } }, /^moved from om1 to om2 at /],
    [{ leaderMove: { from: 'om1', to: 'om2', asked } },
      /^om2 was asked to take over from om1 at .*; it has not said yet that it leads$/],
    [{ leaderMove: { from: 'om1', to: 'om2', asked, failure: 'om1 leads.' } }, /, but did not: om1 leads\.$/],
  ] as const)('tell what became of leadership: %j', async (more, text) => {
    ring({ [`jobs/${JOB.jobId}`]: { body: samples.job({ moveLeader: true, ...more }) } });
    open(`#/jobs/${JOB.jobId}`);
    expect(await screen.findByText(text)).toBeDefined();
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
    expect(textsOf(row)).toContain('5.00k → 4.00k');
    expect(textsOf(row)).toContain('61.7 ms → 31 µs');
    expect(row.getByText('1 min 05 s')).toBeDefined();
    expect(row.getByRole('progressbar', { name: 'Written on om2' }).getAttribute('aria-valuenow')).toBe('13');
    expect(screen.getByText('Waits: L0 holds 21 files.')).toBeDefined();
    expect(screen.getByText(/^Compacts 512 MB at once/)).toBeDefined();
    expect(screen.getByText('256 KB of memory were flushed to SST files meanwhile.')).toBeDefined();
    expect(screen.getByText(/^1 dropped/)).toBeDefined();
    expect(within(screen.getByRole('row', { name: /^om1/ })).getByText('not begun')).toBeDefined();
    expect(await accessibilityProblems()).toEqual([]);
  });

  test('have full bars in turns that have succeeded, whatever was predicted', async () => {
    const turns = JOB.turns.map((turn) => ({ ...turn, state: 'SUCCEEDED' as const }));
    ring({ [`jobs/${JOB.jobId}`]: { body: samples.job({ state: 'SUCCEEDED', turns }) } });
    open(`#/jobs/${JOB.jobId}`);
    const bar = await screen.findByRole('progressbar', { name: 'Written on om2' });
    expect(bar.getAttribute('aria-valuenow')).toBe('100');
    expect(bar.getAttribute('aria-valuetext')).toBe('512 KB of 4.00 MB');
  });

  test('tell when they will have ended, until they have', async () => {
    const job = { estimatedEnd: '2030-01-02T03:04:05.000Z' };
    ring({ [`jobs/${JOB.jobId}`]: { body: samples.job({ ...job, state: 'RUNNING' }) } });
    open(`#/jobs/${JOB.jobId}`);
    expect(await screen.findByText(/, ends about 2030-01-0\d .* if it goes on like that/)).toBeDefined();
  });

  test('say whose figures are old', async () => {
    const unanswered = [{ nodeId: 'om2', code: 'UNREACHABLE' as const, message: 'No answer within 3 s.' }];
    ring({ [`jobs/${JOB.jobId}`]: { body: samples.job({ unanswered }) } });
    open(`#/jobs/${JOB.jobId}`);
    expect(await screen.findByText(
      'om2 did not answer. The figures shown are from the last report.')).toBeDefined();
    expect(screen.getByText(/No answer within 3 s\./)).toBeDefined();
  });

  test.each([
    [{ buckets: ['/v/b', '/v/c'] }, ['/v/b', '/v/c']],
    [{ keyRanges: ['a', 'b'].map((name) => ({
      table: 'keyTable', begin: samples.key(`/v/${name}`), end: samples.key(`/v/${name}z`),
    })) }, ['keyTable, /v/a../v/az', 'keyTable, /v/b../v/bz']],
  ])('list all of several targets: %j', async (targets, names) => {
    ring({ [`jobs/${JOB.jobId}`]: { body: samples.job({ targets }) } });
    open(`#/jobs/${JOB.jobId}`);
    await userEvent.click(await screen.findByText('all 2'));
    for (const name of names) {
      expect(screen.getByText(name)).toBeDefined();
    }
  });

  test('tell only the state aloud, not every figure that moves', async () => {
    ring();
    open(`#/jobs/${JOB.jobId}`);
    expect((await screen.findByRole('status', { name: 'State of the job' })).textContent).toBe('RUNNING');
  });

  test('tell every limit that was given, one of zero too', async () => {
    const limits = {
      thresholds: { minTombstones: 0, minRatio: 0, maxTotalBytes: 20 * 2 ** 30 }, maxWriteRate: 0, maxParallelNodes: 0,
    };
    ring({ [`jobs/${JOB.jobId}`]: { body: samples.job(limits) } });
    open(`#/jobs/${JOB.jobId}`);
    expect(await screen.findByText(
      'at least 0 tombstones of a run, at least 0 % tombstones, '
        + '20.0 GB written in all on each node at most')).toBeDefined();
  });

  test('tell where the OMs decide', async () => {
    ring({ [`jobs/${JOB.jobId}`]: { body: samples.job({ thresholds: {}, maxWriteRate: 0, maxParallelNodes: 0 }) } });
    open(`#/jobs/${JOB.jobId}`);
    expect(await screen.findByText('as each OM is configured')).toBeDefined();
  });

  test('that are cancelled do not look done', async () => {
    const turns = samples.job().turns.map((turn) => ({ ...turn, state: 'CANCELLED' as const }));
    ring({ [`jobs/${JOB.jobId}`]: { body: samples.job({ state: 'CANCELLED', turns }) } });
    open(`#/jobs/${JOB.jobId}`);
    const progress = await screen.findByRole('progressbar', { name: 'Progress of the job' });
    expect(progress.getAttribute('aria-valuetext')).toBe('0 of 2 nodes done');
    expect(progress.getAttribute('aria-valuenow')).toBe('13');
  });

  test('show turns as they began, then those to come with the leader last', async () => {
    const began = (second: number) => `2026-01-02T03:04:0${second}Z`;
    const turns = [
      { nodeId: 'om1', state: 'WAITING' as const }, { nodeId: 'om2', state: 'WAITING' as const },
      { nodeId: 'om3', state: 'RUNNING' as const, started: began(7) },
      { nodeId: 'om4', state: 'SUCCEEDED' as const, started: began(6) },
    ];
    ring({ [`jobs/${JOB.jobId}`]: { body: samples.job({ turns }) } });
    open(`#/jobs/${JOB.jobId}`);
    await screen.findByRole('row', { name: /^om1/ });
    await waitFor(() => {
      const shown = screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
      expect(shown).toEqual(['om4', 'om3', 'om2', 'om1']);
    });
  });

  test('are followed until they end, with the tag of what is known', async () => {
    const states = [{ body: JOB, etag: '"3"' }, { status: 304 },
      { body: samples.job({ state: 'SUCCEEDED', ended: '2026-01-02T03:05:00Z' }), etag: '"4"' }];
    const log = ring({ [`jobs/${JOB.jobId}`]: () => states.shift() ?? { status: 500, body: {} } });
    open(`#/jobs/${JOB.jobId}`);
    expect(await screen.findByText('SUCCEEDED')).toBeDefined();
    const asked = log.filter(({ path }) => path.startsWith('jobs/'));
    expect(asked.map(({ headers }) => headers['If-None-Match'])).toEqual([undefined, '"3"', '"3"']);
    expect(screen.queryByRole('button', { name: 'Cancel job…' })).toBeNull();
  });

  const PAUSED = samples.job({ pausedBy: 'bob', paused: '2026-01-02T03:04:05.000Z' });

  test('that are paused say so in the list, and nothing else that they wait for', async () => {
    const waiting = { ...PAUSED, waitingFor: { reason: 'PAUSED' as const, message: 'paused by bob since then' } };
    ring({ jobs: { body: { totalCount: 1, jobs: [waiting], unanswered: [] } } });
    open('#/jobs');
    expect(await screen.findByText('paused by bob')).toBeDefined();
    expect(screen.getByText('RUNNING, paused').className).toBe('tag tag-warn');
    expect(screen.queryByText(/^waits/)).toBeNull();
  });

  test('stand below each other where there is room for few columns', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
      Object.assign(new EventTarget(), { matches: media === '(width < 1150px)' }) as MediaQueryList);
    ring({ jobs: { body: { totalCount: 1, jobs: [PAUSED], unanswered: [] } } });
    open('#/jobs');
    expect(await screen.findByText('paused by bob')).toBeDefined();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent))
      .toEqual(['Job', 'State', 'Progress']);
    expect(screen.getByText(/ tombstones removed, .* written of .* predicted, per OM$/)).toBeDefined();
    expect(screen.getByText(/^created 2026-01-0.* by /)).toBeDefined();
    expect(await accessibilityProblems()).toEqual([]);
    vi.restoreAllMocks();
  });

  test('tell who changed their limits', async () => {
    ring({ [`jobs/${JOB.jobId}`]: {
      body: samples.job({ limitsChangedBy: 'bob', limitsChanged: '2026-01-02T03:04:05.000Z' }),
    } });
    open(`#/jobs/${JOB.jobId}`);
    expect(await screen.findByText(/; changed by bob at 2026-01-0/)).toBeDefined();
  });

  test('that are unknown show the server\'s words', async () => {
    const words = { message: 'No job none.', nextStep: "List them with 'ozone admin om compaction status'." };
    ring({ 'jobs/none': { status: 404, body: { code: 'UNKNOWN_JOB', ...words } } });
    open('#/jobs/none');
    expect(await screen.findByText(`${words.message} ${words.nextStep}`)).toBeDefined();
  });
});
