// SPDX-License-Identifier: Apache-2.0
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { Service, ServiceRange } from '../src/api/model';
import { time } from '../src/format/units';
import { accessibilityProblems } from './axe';
import { JOB, NO_LEADER, UNANSWERED, open, ring } from './recon';
import * as samples from './samples';

const PAUSED = { state: 'PAUSED', hold: 'PAUSED', pausedBy: 'alice' } as const;

function serviceOf(more: Partial<Service> = {}) {
  return { body: samples.serviceList(samples.service(more)) };
}

async function state(nodeId = 'om1'): Promise<string | null> {
  return (await screen.findByRole('status', { name: `State of the service on ${nodeId}` })).textContent;
}

/** A range of which so much is not told. */
function without(names: (keyof ServiceRange)[]): ServiceRange {
  const told = Object.entries(samples.serviceRange()).filter(([name]) => !names.some((each) => each === name));
  return Object.fromEntries(told) as unknown as ServiceRange;
}

/** What the page lets a reader do. */
function commands(): string[] {
  return ['Pause…', 'Resume'].filter((name) => screen.queryByRole('button', { name }) !== null);
}

describe('The service', () => {
  test.each<[Partial<Service>, string, string[]]>([
    [{ state: 'OFF', mode: 'OBSERVE', message: 'It is switched off: set service.enabled to true.' }, 'plain', []],
    [{ state: 'FAULTY', message: 'It did not start.', problems: ['service.windows: Fry is no day.'] }, 'bad', []],
    [{ state: 'FOLLOWING', message: 'om1 does not lead the ring.' }, 'plain', ['Pause…']],
    [{ state: 'OBSERVING', mode: 'OBSERVE', message: 'Rounds would compact 2 of 3 ranges now.' }, 'active',
      ['Pause…']],
    [{ ...PAUSED, mode: 'OBSERVE', message: 'It is paused.' }, 'warn', ['Pause…', 'Resume']],
    [{ state: 'IDLE', hold: 'NOTHING_TO_DO', message: 'No range is worth a round.' }, 'good', ['Pause…']],
    [{ state: 'HELD', hold: 'JOB_OPEN', message: 'A job is open.' }, 'plain', ['Pause…']],
    [{ state: 'RUNNING', hold: 'ROUND_OPEN', message: 'A round is under way.' }, 'active', ['Pause…']],
    [{ ...PAUSED, message: 'alice has paused the service.' }, 'warn', ['Pause…', 'Resume']],
    [{ state: 'STOOD_DOWN', hold: 'STOOD_DOWN', message: 'It has stood down.' }, 'bad', ['Pause…', 'Resume']],
  ])('tells what it is at, why, and what can be done: %j', async (more, tone, can) => {
    ring({ service: serviceOf(more) });
    open('#/service');
    expect(await state()).toBe(more.state);
    expect(screen.getByText(more.state ?? '').className).toBe(`tag tag-${tone}`);
    for (const said of [more.message ?? '', ...more.problems ?? []]) {
      expect(screen.getByText(said)).toBeDefined();
    }
    expect(commands()).toEqual(can);
    expect(await accessibilityProblems()).toEqual([]);
  });

  test('tells its windows, a day\'s bytes, its last round and when it looks', async () => {
    ring({ service: serviceOf({ windows: 'Sat-Sun Europe/Berlin', lastRound: samples.round() }) });
    open('#/service');
    expect(await screen.findByText('Sat-Sun Europe/Berlin')).toBeDefined();
    const spent = screen.getByRole('progressbar', { name: /^Written in the last 24 hours/ });
    expect(spent.getAttribute('aria-valuetext')).toBe('5.00 GB of 20.0 GB in 24 hours');
    expect(spent.getAttribute('aria-valuenow')).toBe('25');
    expect(screen.getByText('2026-01-02 03:10:00 on om1, looks again 2026-01-02 03:20:00')).toBeDefined();
    const link = screen.getByRole('link', { name: '11111111' });
    expect(link.getAttribute('href')).toBe(`#/jobs/${JOB.jobId}`);
    expect(link.parentElement?.textContent).toBe('11111111 SUCCEEDED 62.0k tombstones removed, 99.5k predicted in'
      + ' SST files, in 2 ranges, 512 KB written, begun 2026-01-02 03:04:05, ended 2026-01-02 03:05:00');
  });

  test.each<[Partial<Service>, string]>([
    [{}, 'Sat Europe/Berlin'],
    [{ windowsOpen: '2026-01-03T03:04:05' }, 'Sat Europe/Berlin, open 2026-01-03 03:04:05'],
    [{ windowsOpen: '2026-01-03T03:04:05', daysOff: '2026-01-01..2026-01-02' },
      'Sat Europe/Berlin, open 2026-01-03 03:04:05, no sooner because of days off: 2026-01-01..2026-01-02'],
    [{ windowsOpen: '2026-01-03T03:04:05', hold: 'WINDOW_CLOSED' }, 'Sat Europe/Berlin'],
  ])('tells once when its windows open, and why no sooner: %j', async (opens, text) => {
    ring({ service: serviceOf({ windows: 'Sat Europe/Berlin', ...opens }) });
    open('#/service');
    expect(await screen.findByText(text)).toBeDefined();
  });

  test.each([
    [{}, 'by alice, until somebody resumes it'],
    [{ pausedUntil: '2026-01-03T03:04:05' }, 'by alice, until 2026-01-03 03:04:05'],
  ])('tells who has paused it, and until when: %j', async (until, text) => {
    ring({ service: serviceOf({ ...PAUSED, ...until }) });
    open('#/service');
    expect(await screen.findByText(text)).toBeDefined();
  });

  test('shows what it makes of each range, and why', async () => {
    const noBucket = without(['volume', 'bucket']);
    ring({ service: serviceOf({ rangesLeftOut: 17, ranges: [
      samples.serviceRange(),
      { ...noBucket, table: 'fileTable', bucketCount: 1000, firstBucket: '/v/b1', lastBucket: '/v/b9' },
      { ...noBucket, table: 'deletedTable', bucketCount: 0, choice: 'BUDGET_SPENT' },
    ] }) });
    open('#/service');
    const row = within(await screen.findByRole('row', { name: /keyTable/ }));
    expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(
      ['62.0k', '~22.3 ms', '2026-01-01 03:04:05', '5.00 MB', '~512 KB', 'CHOSEN']);
    expect(row.getByRole('link').getAttribute('href')).toBe('#/map?nodeId=om1&bucket=/v/b&table=keyTable');
    expect(screen.getAllByText('A list waits about 22.3 ms there; one that waits 5.0 ms or longer is slow.'))
      .toHaveLength(3);
    expect(screen.getByRole('link', { name: '/v/b1 … /v/b9 (1,000 buckets)' }).getAttribute('href'))
      .toBe('#/map?nodeId=om1&table=fileTable&keyRange=/v/b/a../v/b/f');
    expect(screen.getByRole('link', { name: '/v/b/a' })).toBeDefined();
    expect(screen.getByText('The first 3 of 20 ranges.')).toBeDefined();
    expect(await accessibilityProblems()).toEqual([]);
  });

  test('tells the moments of its sentences on the reader\'s clock', async () => {
    const at = '2026-01-03T03:04:05Z';
    ring({ service: serviceOf({ message: `The windows open at ${at}.`, ranges: [
      { ...samples.serviceRange(), choice: 'RESTING', message: `It rests until ${at}.` },
    ] }) });
    open('#/service');
    expect(await screen.findByText(`The windows open at ${time(at)}.`)).toBeDefined();
    expect(screen.getByText(`It rests until ${time(at)}.`)).toBeDefined();
  });

  test('chooses nothing unsaid while it is paused', async () => {
    ring({ service: serviceOf({ ...PAUSED, ranges: [
      samples.serviceRange(), { ...samples.serviceRange(), table: 'fileTable', choice: 'RESTING' },
    ] }) });
    open('#/service');
    const choice = async (table: RegExp) =>
      within(await screen.findByRole('row', { name: table })).getAllByRole('cell').at(-1)?.textContent;
    expect(await choice(/keyTable/)).toBe('CHOSEN, paused');
    expect(await choice(/fileTable/)).toBe('RESTING');
  });

  test('shows a dash for what is not known of a range', async () => {
    const bare = without(['waitMicros', 'oldest', 'predictedReadBytes', 'predictedWriteBytes']);
    ring({ service: serviceOf({ ranges: [{ ...bare, choice: 'BELOW_MINIMUM' }] }) });
    open('#/service');
    const row = within(await screen.findByRole('row', { name: /keyTable/ }));
    expect(row.getAllByRole('cell').map(({ textContent }) => textContent))
      .toEqual(['62.0k', '–', '–', '–', '–', 'BELOW_MINIMUM']);
  });

  test('says so when it has judged no range', async () => {
    ring({ service: serviceOf() });
    open('#/service');
    expect(await screen.findByText('No range holds enough tombstones to be judged.')).toBeDefined();
  });

  test('is followed while a round is under way', async () => {
    const running = { state: 'RUNNING', lastRound: samples.round({ state: 'RUNNING', tombstonesRemoved: 7 }) } as const;
    const states = [running, { lastRound: samples.round() }];
    ring({ service: () => serviceOf(states.length > 1 ? states.shift() : states[0]) });
    open('#/service');
    expect(await state()).toBe('RUNNING');
    expect(await screen.findByText('62.0k')).toBeDefined();
    expect(await state()).toBe('IDLE');
  });

  test('that cannot be read shows the server\'s words', async () => {
    ring({ service: { status: 403, body: { code: 'FORBIDDEN', message: 'Administrators only.' } } });
    open('#/service');
    expect((await screen.findByRole('alert')).textContent).toContain('Administrators only.');
  });

  test('has its place in the navigation', async () => {
    ring({ service: serviceOf() });
    open('#/buckets');
    await userEvent.click(await screen.findByRole('link', { name: 'Service' }));
    expect(await screen.findByRole('heading', { name: 'Service' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Service' }).getAttribute('aria-current')).toBe('page');
    expect(document.title).toBe('Service - Range compaction - Ozone Recon');
  });
});

describe('Pausing the service', () => {
  test.each([
    ['1 hour', '?forSeconds=3600'], ['8 hours', '?forSeconds=28800'], ['24 hours', '?forSeconds=86400'],
    ['7 days', '?forSeconds=604800'], ['until resumed', ''],
  ])('for %s asks the ring once and shows what it is at then', async (time, query) => {
    let paused = false;
    const log = ring({
      service: () => serviceOf(paused ? PAUSED : {}),
      'service/pause': () => {
        paused = true;
        return { status: 202, ...serviceOf(PAUSED) };
      },
    });
    open('#/service');
    await userEvent.click(await screen.findByRole('button', { name: 'Pause…' }));
    const question = within(await screen.findByRole('dialog', { name: 'Pause the service?' }));
    expect(await accessibilityProblems()).toEqual([]);
    expect(question.getByRole<HTMLSelectElement>('combobox', { name: 'For' }).value).toBe('24 hours');
    await userEvent.selectOptions(question.getByLabelText('For'), time);
    expect(log.some(({ method }) => method === 'POST')).toBe(false);
    await userEvent.dblClick(question.getByRole('button', { name: 'Pause' }));
    await waitFor(() => { expect(screen.queryByRole('dialog')).toBeNull(); });
    await screen.findByText('PAUSED');
    expect(log.filter(({ method }) => method === 'POST')).toMatchObject([{
      path: `service/pause${query}`, headers: { 'X-Requested-With': 'XMLHttpRequest' },
    }]);
  });

  test('shows in place why it was refused, and can be tried again', async () => {
    ring({ service: serviceOf(), 'service/pause': NO_LEADER });
    open('#/service');
    await userEvent.click(await screen.findByRole('button', { name: 'Pause…' }));
    const question = within(await screen.findByRole('dialog'));
    await userEvent.click(question.getByRole('button', { name: 'Pause' }));
    const alert = await question.findByRole('alert');
    expect(alert.textContent)
      .toBe('It is not known whether the service was paused.The ring has no leader. Try again soon.');
    expect(question.getByRole<HTMLButtonElement>('button', { name: 'Pause' }).disabled).toBe(false);
  });

  test('waits for the answer', async () => {
    ring({ service: serviceOf() });
    open('#/service');
    await userEvent.click(await screen.findByRole('button', { name: 'Pause…' }));
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pausing…' }).disabled).toBe(true);
  });
});

describe('Resuming the service', () => {
  test('asks the ring once and shows what it is at then', async () => {
    let resumed = false;
    const log = ring({
      service: () => serviceOf(resumed ? {} : PAUSED),
      'service/resume': () => {
        resumed = true;
        return { status: 202, ...serviceOf() };
      },
    });
    open('#/service');
    await userEvent.dblClick(await screen.findByRole('button', { name: 'Resume' }));
    expect(await screen.findByText('IDLE')).toBeDefined();
    expect(commands()).toEqual(['Pause…']);
    expect(log.filter(({ method }) => method === 'POST')).toMatchObject([{
      path: 'service/resume', headers: { 'X-Requested-With': 'XMLHttpRequest' },
    }]);
  });

  test('shows in place why it was refused', async () => {
    const message = 'Writes through Recon are switched off: use the command.';
    ring({ service: serviceOf(PAUSED), 'service/resume': { status: 403, body: { code: 'WRITES_DISABLED', message } } });
    open('#/service');
    await userEvent.click(await screen.findByRole('button', { name: 'Resume' }));
    expect((await screen.findByRole('alert')).textContent).toBe(`The service was not resumed.${message}`);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Resume' }).disabled).toBe(false);
    expect(await accessibilityProblems()).toEqual([]);
  });
});

describe('Why the service would compact a bucket', () => {
  const WHY_NOT = 'Its 3,000 tombstones are fewer than the minimum of 10,000.';
  const om2 = samples.service({
    nodeId: 'om2', state: 'FOLLOWING', message: 'Were the service to decide here: it would compact nothing.',
    ranges: [samples.serviceRange({ choice: 'BELOW_MINIMUM', message: WHY_NOT })],
  });
  const explained = samples.serviceList(samples.service({ ranges: [samples.serviceRange()] }), om2);

  test('is asked from its row, of every OM', async () => {
    const log = ring({ service: { body: explained } });
    open('#/buckets');
    await userEvent.click(await screen.findByRole('link', { name: 'Why (not) automatic /v/b' }));
    expect(window.location.hash).toBe('#/service?bucket=/v/b');
    const leader = within(await screen.findByRole('region', { name: 'Service on om1' }));
    expect(leader.getByRole('heading', { name: 'om1 (leader)' })).toBeDefined();
    expect(leader.getByText('CHOSEN')).toBeDefined();
    expect(leader.getByRole('columnheader', { name: 'Removes' })).toBeDefined();
    const follower = within(screen.getByRole('region', { name: 'Service on om2' }));
    expect(await state('om2')).toBe('FOLLOWING');
    expect(follower.getByText(/^Were the service to decide here/)).toBeDefined();
    expect(follower.getByText(WHY_NOT)).toBeDefined();
    expect(follower.getByRole('link', { name: '/v/b' }).getAttribute('href'))
      .toBe('#/map?nodeId=om2&bucket=/v/b&table=keyTable');
    expect(log.filter(({ path }) => path.startsWith('service')).map(({ path }) => path))
      .toEqual(['service?bucket=%2Fv%2Fb&nodeId=all']);
    expect(await accessibilityProblems()).toEqual([]);
  });

  test('is asked again on request, and leads back to the service', async () => {
    let times = 0;
    ring({ service: ({ path }) => {
      times += path.includes('bucket=') ? 1 : 0;
      return { body: explained };
    } });
    open('#/service?bucket=/v/b');
    await screen.findByText(WHY_NOT);
    expect(document.title).toBe('Service, /v/b - Range compaction - Ozone Recon');
    await userEvent.click(screen.getByRole('button', { name: 'Look again' }));
    await waitFor(() => { expect(times).toBe(2); });
    const crumbs = within(screen.getByRole('navigation', { name: 'Where you are' }));
    await userEvent.click(crumbs.getByRole('link', { name: 'Service' }));
    expect(await screen.findByRole('heading', { name: 'Service' })).toBeDefined();
  });

  test('names the OMs that did not answer', async () => {
    ring({ service: { body: { ...explained, unanswered: UNANSWERED } } });
    open('#/service?bucket=/v/b');
    expect(await screen.findByText('om3 did not answer. What the other nodes say is shown.')).toBeDefined();
    expect(screen.getByText(WHY_NOT)).toBeDefined();
  });

  test('of a bucket that does not exist shows the server\'s words', async () => {
    ring({ service: { status: 404, body: { code: 'UNKNOWN_BUCKET', message: 'No bucket /v/x.' } } });
    open('#/service?bucket=/v/x');
    expect((await screen.findByRole('alert')).textContent).toContain('No bucket /v/x.');
  });
});
