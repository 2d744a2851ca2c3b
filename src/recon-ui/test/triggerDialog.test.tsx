// SPDX-License-Identifier: Apache-2.0
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { accessibilityProblems } from './axe';
import { JOB, MAP, NO_LEADER, UNANSWERED, later, open, ring } from './recon';
import * as samples from './samples';
import { serve } from './server';

describe('The trigger dialog', () => {
  const plan = { body: samples.rangeList({
    totals: [samples.totals('om1'), samples.totals('om2')], unanswered: UNANSWERED,
  }) };
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Compact /v/b, keyTable' }));
  const start = async (shown: Awaited<ReturnType<typeof dialog>>) => {
    const button = shown.getByRole<HTMLButtonElement>('button', { name: 'Start compaction' });
    await waitFor(() => { expect(button.disabled).toBe(false); });
    return button;
  };

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
    expect(shown.getByText(/^8 ranges on 3 nodes, .*, the leader last\. On each node they remove 500 tombstones/))
      .toBeDefined();
    expect(await accessibilityProblems()).toEqual([]);
  });

  test('marks what it writes where that may be more', async () => {
    const predictedWrite = { low: 0, high: 2 ** 22 };
    ring({ ranges: { body: samples.rangeList({
      totals: [samples.totals('om1', { predictedWrite }), samples.totals('om2')], unanswered: UNANSWERED,
    }) } });
    open(`${MAP}&trigger=all`);
    const shown = await dialog();
    expect(await shown.findByText(/ read 2\.00 MB and write ~1\.00 MB\./)).toBeDefined();
    expect(shown.getByText('~1.00 MB').getAttribute('title')).toBe('between 0 B and 4.00 MB');
  });

  test('tells how many nodes compact at a time, also where the OMs decide', async () => {
    ring({ ranges: plan });
    open(`${MAP}&trigger=all`);
    const shown = await dialog();
    expect(await shown.findByText(/, one node at a time unless the OMs are configured for more,/)).toBeDefined();
    await userEvent.type(shown.getByLabelText('Nodes at a time'), '1{Enter}');
    expect(await shown.findByText(/, one node at a time, best/)).toBeDefined();
    await userEvent.type(shown.getByLabelText('Nodes at a time'), '0{Enter}');
    expect(await shown.findByText(/, up to 10 nodes at a time, best/)).toBeDefined();
  });

  test('tells what a write rate makes of a turn', async () => {
    ring({ ranges: plan });
    open(`${MAP}&trigger=all`);
    const shown = await dialog();
    await userEvent.type(shown.getByLabelText('Write rate, MB/s'), '0.125{Enter}');
    const sentence = 'A node writes at most 128 KB/s on average over its turn, which takes about 8 s or more then: it'
      + ' pauses after each step, the last one too, as RocksDB is not slowed down inside of one.';
    await waitFor(() => { expect(shown.getByText(/^8 ranges on 3 nodes/).textContent).toContain(sentence); });
  });

  test('is for what keys of the bucket begin with', async () => {
    const log = ring({ ranges: plan });
    open(`${MAP}&trigger=all`);
    const shown = await dialog();
    expect(shown.queryByLabelText('Only the directory')).toBeNull();
    await userEvent.type(shown.getByLabelText('Only keys that begin with'), 'logs/2024/{Enter}');
    await waitFor(() => {
      expect(log.some(({ path }) => path.startsWith('ranges?bucket=%2Fv%2Fb&prefix=logs%2F2024%2F&table=keyTable')))
        .toBe(true);
    });
    await userEvent.click(await start(shown));
    await waitFor(() => { expect(log.find(({ method }) => method === 'POST')?.body)
      .toMatchObject({ targets: { buckets: ['/v/b'], prefix: 'logs/2024/', tables: ['keyTable'] } }); });
  });

  test('is for a directory of the bucket, and says where there is none', async () => {
    const missing = { code: 'UNKNOWN_PATH', message: 'There is no directory \'dri\' in /v/b.' };
    const log = ring({ ranges: ({ path }) => (path.includes('path=') ? { status: 404, body: missing } : plan) });
    open('#/buckets?bucket=/v/b&trigger=true');
    const shown = within(await screen.findByRole('dialog', { name: 'Compact /v/b, all tables' }));
    await userEvent.type(shown.getByLabelText('Only the directory'), 'dri{Enter}');
    expect(await shown.findByText(/There is no directory 'dri' in \/v\/b\./)).toBeDefined();
    expect(log.some(({ path }) => path.startsWith('ranges?path=%2Fv%2Fb%2Fdri&'))).toBe(true);
    expect(shown.getByRole<HTMLButtonElement>('button', { name: 'Start compaction' }).disabled).toBe(true);
    await userEvent.type(shown.getByLabelText('Only keys that begin with'), 'a{Enter}');
    expect(await shown.findByText('Name what keys begin with or a directory, not both.')).toBeDefined();
    expect(shown.getByRole<HTMLButtonElement>('button', { name: 'Start compaction' }).disabled).toBe(true);
  });

  test('starts no job without a limit that was typed and cannot be used', async () => {
    const log = ring({ ranges: plan });
    open(`${MAP}&trigger=all`);
    const shown = await dialog();
    await userEvent.type(shown.getByLabelText('Only the best ranges'), '1.5');
    await userEvent.click(await start(shown));
    expect(await shown.findByText('Correct the limits that are marked first.')).toBeDefined();
    expect(shown.getByText('A whole number from 1 on')).toBeDefined();
    expect(log.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('shows nothing to copy that the button would not send', async () => {
    ring({ ranges: plan });
    open(`${MAP}&trigger=all`);
    const shown = await dialog();
    await start(shown);
    const copies = () => ['Command', 'REST call'].filter((label) => shown.queryByLabelText(label) !== null);
    const button = () => shown.getByRole<HTMLButtonElement>('button', { name: 'Start compaction' });
    expect(copies()).toEqual(['Command', 'REST call']);
    for (const [field, text] of [['Write rate, MB/s', '-5'], ['Only the best ranges', '1.5']] as const) {
      const input = shown.getByLabelText(field);
      await userEvent.type(input, text);
      await userEvent.tab();
      expect(copies()).toEqual([]);
      expect(shown.getByText('Correct the limits that are marked first.')).toBeDefined();
      expect(button().disabled).toBe(true);
      await userEvent.clear(input);
      await userEvent.tab();
      expect(copies()).toEqual(['Command', 'REST call']);
    }
    for (const nodeId of ['om1', 'om2', 'om3']) {
      await userEvent.click(shown.getByLabelText(nodeId));
    }
    expect(shown.getByText('Nothing, as no node is chosen.')).toBeDefined();
    expect(shown.queryByText(/on 0 nodes/)).toBeNull();
    expect(shown.getByText('Choose at least one node.')).toBeDefined();
    expect(copies()).toEqual([]);
    expect(button().disabled).toBe(true);
    await userEvent.click(shown.getByLabelText('om2'));
    expect(shown.getByLabelText('REST call').textContent).toContain('"nodeIds":["om2"]');
  });

  test('tells whose turn will be skipped', async () => {
    const problem = { nodeId: 'om2', code: 'ADD_ON_DISABLED' as const, message: 'Range compaction is switched off.' };
    const nodes = [samples.node('om1', { role: 'LEADER' }), samples.node('om2', { problem })];
    ring({ ranges: plan, nodes: { body: { totalCount: 2, nodes } } });
    open(`${MAP}&trigger=all`);
    const shown = await dialog();
    const rows = (await shown.findAllByRole('row')).slice(1).map(({ textContent }) => textContent);
    expect(rows).toEqual([
      '1om2 followerits turn will be skipped: Range compaction is switched off.',
      '2om1 leader45002.00 MB1.00 MB256 KB128 KB',
    ]);
  });

  test('waits for the nodes before it tells what they will do', async () => {
    serve({ ranges: plan });
    open(`${MAP}&trigger=all`);
    const shown = await dialog();
    expect(shown.getByText('Planning on every node…')).toBeDefined();
    expect(shown.queryByText(/on 0 nodes/)).toBeNull();
  });

  test('plans anew until all files are looked into', async () => {
    let left = 2;
    ring({ ranges: () => ({ body: { ...plan.body, filesToScan: left, unanswered: [] } }) });
    open(`${MAP}&trigger=all`);
    const shown = await dialog();
    expect(await shown.findByText('2 files still to be looked into.')).toBeDefined();
    left = 0;
    await waitFor(() => { expect(shown.queryByText(/still to be looked into/)).toBeNull(); }, { timeout: 10_000 });
  });

  test('shows the command and submits just that', async () => {
    const log = ring({ ranges: plan });
    open(`${MAP}&trigger=all`);
    const shown = await dialog();
    await userEvent.click(await shown.findByLabelText('om3'));
    await userEvent.type(shown.getByLabelText('Write rate, MB/s'), '20{Enter}');
    await userEvent.type(shown.getByLabelText('Only the best ranges'), '2{Enter}');
    await userEvent.click(shown.getByLabelText('Move the leader before its turn'));
    const command = shown.getByLabelText('Command').textContent;
    const jobId = /--job-id (\S+)/.exec(command)?.[1];
    expect(command.replace(/ \\\n +/g, ' ')).toBe('ozone admin om compaction trigger --bucket /v/b --cf keyTable '
      + `--top 2 --node-id om2,om1 --max-write-rate 20MB --move-leader --job-id ${jobId ?? ''}`);
    await userEvent.click(await start(shown));
    await waitFor(() => { expect(window.location.hash).toBe(`#/jobs/${JOB.jobId}`); });
    const sent = log.find(({ method }) => method === 'POST');
    expect(sent).toMatchObject({ path: 'jobs', body: {
      jobId, targets: { buckets: ['/v/b'], tables: ['keyTable'] }, thresholds: { top: 2 }, nodeIds: ['om2', 'om1'],
      maxWriteRate: 20 * 2 ** 20, moveLeader: true,
    } });
    expect(sent?.headers).toMatchObject({ 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' });
  });

  test('keeps the job id when it is sent again, and shows the job in the way', async () => {
    const overlap = { status: 409, body: {
      code: 'JOB_OVERLAPS', message: 'Job 1111 compacts it.', nextStep: 'Wait for it.', jobId: JOB.jobId,
    } };
    const log = ring({ ranges: plan, jobs: ({ method }) => (method === 'POST' ? overlap : NO_LEADER) });
    open(`${MAP}&trigger=all`);
    const shown = await dialog();
    await userEvent.click(await start(shown));
    expect(await shown.findByText('Job 1111 compacts it. Wait for it.')).toBeDefined();
    expect(shown.getByRole('link', { name: `Show job ${JOB.jobId}` })).toBeDefined();
    await userEvent.click(await start(shown));
    await waitFor(() => { expect(log.filter(({ method }) => method === 'POST')).toHaveLength(2); });
    const ids = log.filter(({ method }) => method === 'POST').map(({ body }) => (body as { jobId: string }).jobId);
    expect(new Set(ids).size).toBe(1);
  });

  test('sends nothing that cannot be right', async () => {
    const log = ring({ ranges: plan });
    open(`${MAP}&trigger=all`);
    const shown = await dialog();
    fireEvent.change(shown.getByLabelText('Not after'), { target: { value: '2001-01-01T00:00' } });
    await userEvent.click(await start(shown));
    expect(await shown.findByText(/is in the past/)).toBeDefined();
    expect(log.some(({ method }) => method === 'POST')).toBe(false);
  });

  test.each([
    ['NO_TOMBSTONES', /^There is nothing to gain/],
    ['BELOW_MIN_TOMBSTONES', /^Lower "Tombstones from"/],
    ['BELOW_MIN_RATIO', /^Lower "Tombstones from"/],
    ['BEYOND_TOTAL_BYTES', /^Allow more under "Write at most \(MB\)"/],
    ['BEING_COMPACTED', /^RocksDB is at it by itself/],
    ['ANOTHER', /^No SST file holds such keys/],
  ])('starts no job of nothing, and says why and what to do instead: %s', async (reason, instead) => {
    const leftOut = (nodeId: string, tombstones: number) => ({
      nodeId, table: 'keyTable', volume: 'v', bucket: 'b', begin: samples.key('/v/b/'), end: samples.key('/v/b/~'),
      tombstones: samples.atMost(tombstones), tombstoneRatio: samples.ratioBetween(0, 0.01), reason,
      message: `It holds ${tombstones}.`,
    });
    const log = ring({ ranges: { body: samples.rangeList({
      totalCount: 0, ranges: [], skipped: [leftOut('om1', 3), leftOut('om2', 7)],
      totals: ['om1', 'om2', 'om3'].map((nodeId) => samples.totals(nodeId, { ranges: 0 })),
    }) } });
    open(`${MAP}&trigger=all`);
    const shown = await dialog();
    expect(await shown.findByText('There is nothing to compact here, so no job can be started.')).toBeDefined();
    expect(shown.getByText(/, on om2: It holds 7\.$/)).toBeDefined();
    expect(shown.getByText(instead)).toBeDefined();
    expect(shown.getByRole<HTMLButtonElement>('button', { name: 'Start compaction' }).disabled).toBe(true);
    expect(log.find(({ path }) => path.startsWith('ranges') && path.includes('nodeId=all'))?.path)
      .toContain('showSkipped=true');
    expect(await accessibilityProblems()).toEqual([]);
  });

  test('starts a job for the nodes that have something to do', async () => {
    ring({ ranges: { body: samples.rangeList({
      totals: [samples.totals('om1'), samples.totals('om2', { ranges: 0 }), samples.totals('om3', { ranges: 0 })],
    }) } });
    open(`${MAP}&trigger=all`);
    const shown = await dialog();
    await start(shown);
    await userEvent.click(shown.getByLabelText('om1'));
    expect(await shown.findByText(/^There is nothing to compact here/)).toBeDefined();
    await userEvent.click(shown.getByLabelText('om1'));
    await start(shown);
    expect(shown.queryByText(/^There is nothing to compact here/)).toBeNull();
  });

  test('plans for the chosen nodes alone, as a job on others is in nobody\'s way', async () => {
    const log = ring({ ranges: plan });
    open(`${MAP}&trigger=all`);
    const shown = await dialog();
    await start(shown);
    await userEvent.click(shown.getByLabelText('om1'));
    await waitFor(() => {
      expect(log.filter(({ path }) => path.startsWith('ranges')).at(-1)?.path).toContain('nodeId=om2%2Com3');
    });
  });

  test('starts no job before there is a plan', async () => {
    serve({ nodes: { body: samples.NODES } });
    open(`${MAP}&trigger=all`);
    const button = (await dialog()).getByRole<HTMLButtonElement>('button', { name: 'Start compaction' });
    expect(button.disabled).toBe(true);
  });

  test('starts a job although no plan can be made', async () => {
    ring({ ranges: NO_LEADER });
    later(0);
    open(`${MAP}&trigger=all`);
    const shown = await dialog();
    await start(shown);
    expect(shown.getByText(/^Still asking/)).toBeDefined();
  });

  test('names the jobs in the way, and whether they are cancelled', async () => {
    const mine = { jobId: JOB.jobId, requestedBy: 'recon', endUser: 'alice', origin: 'PERSON' as const };
    const round = { jobId: '2222', requestedBy: 'om', origin: 'SERVICE' as const };
    ring({ ranges: { body: { ...plan.body, jobsInTheWay: [mine, round] } } });
    open(`${MAP}&trigger=all`);
    const shown = await dialog();
    expect(await shown.findByText(/^A job is in the way: the start will be refused/)).toBeDefined();
    expect(shown.getByRole('link', { name: `Job ${JOB.jobId}` }).closest('li')?.textContent)
      .toBe(`Job ${JOB.jobId}, asked for by alice`);
    expect(shown.getByText(/asked for by the service/)).toBeDefined();
    await userEvent.click(shown.getByLabelText('Cancel jobs in the way'));
    expect(await shown.findByText('The start cancels what is in the way.')).toBeDefined();
    expect(await accessibilityProblems()).toEqual([]);
  });

  test('asks for the jobs that are in the way when the window opens', async () => {
    const log = ring({ ranges: plan });
    open(`${MAP}&trigger=all`);
    const shown = await dialog();
    fireEvent.change(shown.getByLabelText('Not before'), { target: { value: '2050-01-01T00:00' } });
    const opens = encodeURIComponent(new Date('2050-01-01T00:00').toISOString().replace('.000Z', 'Z'));
    await waitFor(() => { expect(log.some(({ path }) => path.includes(`notBefore=${opens}`))).toBe(true); });
  });

  test('starts no job in a window that closes before it opens', async () => {
    ring({ ranges: plan });
    open(`${MAP}&trigger=all`);
    const shown = await dialog();
    const button = await start(shown);
    fireEvent.change(shown.getByLabelText('Not before'), { target: { value: '2050-01-02T00:00' } });
    fireEvent.change(shown.getByLabelText('Not after'), { target: { value: '2050-01-01T00:00' } });
    expect(shown.getByText(/^The window closes before it opens/)).toBeDefined();
    expect(button.disabled).toBe(true);
  });

  test('is behind nobody who goes back from the job that it has started', async () => {
    ring({ ranges: plan });
    window.location.hash = MAP;
    open(`${MAP}&trigger=all`);
    const entries = window.history.length;
    await userEvent.click(await start(await dialog()));
    await waitFor(() => { expect(window.location.hash).toBe(`#/jobs/${JOB.jobId}`); });
    expect(window.history.length).toBe(entries + 1);
    window.history.back();
    await waitFor(() => { expect(window.location.hash).toBe(MAP); });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('leaves the focus to the page where what opened it is gone', async () => {
    ring({ ranges: plan });
    open(`${MAP}&trigger=all`);
    await userEvent.click((await dialog()).getByText('Close'));
    await waitFor(() => { expect(document.activeElement?.tagName).toBe('MAIN'); });
  });

  test('closes to where it was opened', async () => {
    ring({ ranges: plan });
    open(`${MAP}&trigger=all`);
    await userEvent.click((await dialog()).getByText('Close'));
    await waitFor(() => { expect(window.location.hash).toBe(MAP); });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
