// SPDX-License-Identifier: Apache-2.0
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { accessibilityProblems } from './axe';
import { JOB, NO_LEADER, open, ring } from './recon';
import * as samples from './samples';

describe('A job', () => {
  test('is cancelled after a question', async () => {
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

  const PAUSED = samples.job({ pausedBy: 'bob', paused: '2026-01-02T03:04:05.000Z' });

  test.each([
    [JOB, 'Pause', 'pause', PAUSED],
    [PAUSED, 'Resume', 'resume', JOB],
  ] as const)('is paused and resumed by a button: %#', async (before, button, verb, after) => {
    let now = before;
    const log = ring({
      [`jobs/${JOB.jobId}`]: () => ({ body: now }),
      [`jobs/${JOB.jobId}/${verb}`]: () => {
        now = after;
        return { status: 202, body: after };
      },
    });
    open(`#/jobs/${JOB.jobId}`);
    await userEvent.click(await screen.findByRole('button', { name: button }));
    expect(await screen.findByRole('button', { name: button === 'Pause' ? 'Resume' : 'Pause' })).toBeDefined();
    expect(screen.queryByText(/^Paused by bob since 2026-01-0/) !== null).toBe(after === PAUSED);
    expect(screen.getByRole('status', { name: 'State of the job' }).textContent)
      .toBe(after === PAUSED ? 'RUNNING, paused' : 'RUNNING');
    expect(await accessibilityProblems()).toEqual([]);
    expect(log.filter(({ method }) => method === 'POST')).toMatchObject([{ path: `jobs/${JOB.jobId}/${verb}` }]);
  });

  test('shows in place why a pause was refused', async () => {
    ring({ [`jobs/${JOB.jobId}/pause`]: NO_LEADER });
    open(`#/jobs/${JOB.jobId}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Pause' }));
    expect((await screen.findByRole('alert')).textContent)
      .toBe('It is not known whether the job was changed.The ring has no leader. Try again soon.');
  });

  test.each([
    ['has ended', { state: 'SUCCEEDED', ended: '2026-01-02T03:05:00Z' }],
    ['is being cancelled', { cancelledBy: 'bob' }],
    ['is a round of the service', { origin: 'SERVICE' }],
  ] as const)('that %s is not changed', async (_, more) => {
    ring({ [`jobs/${JOB.jobId}`]: { body: samples.job(more) } });
    open(`#/jobs/${JOB.jobId}`);
    await screen.findByRole('status', { name: 'State of the job' });
    expect(screen.queryByRole('button', { name: /Pause|Change limits/ })).toBeNull();
  });

  test('gets new limits, those that are given alone', async () => {
    const log = ring({ [`jobs/${JOB.jobId}/update`]: { status: 202, body: JOB } });
    open(`#/jobs/${JOB.jobId}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Change limits…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change limits of this job' }));
    expect(await accessibilityProblems()).toEqual([]);
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Change' }).disabled).toBe(true);
    await userEvent.type(dialog.getByLabelText('Write rate, MB/s'), '10');
    await userEvent.type(dialog.getByLabelText('Write at most (MB)'), '2048');
    await userEvent.click(dialog.getByRole('button', { name: 'Change' }));
    await waitFor(() => { expect(screen.queryByRole('dialog')).toBeNull(); });
    expect(log.filter(({ method }) => method === 'POST')).toMatchObject([{
      path: `jobs/${JOB.jobId}/update`,
      body: { maxWriteRate: 10 * 2 ** 20, thresholds: { maxTotalBytes: 2 ** 31 } },
    }]);
  });

  test.each(['0', '-20', '0.0001'])('does not get %s as a limit', async (value) => {
    ring({});
    open(`#/jobs/${JOB.jobId}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Change limits…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change limits of this job' }));
    await userEvent.type(dialog.getByLabelText('Write rate, MB/s'), value);
    expect((await dialog.findByRole('alert')).textContent).toMatch(/0\.001 or more/);
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Change' }).disabled).toBe(true);
  });

  const FAILED = samples.job({ state: 'FAILED', ended: '2026-01-02T03:05:00Z', retryNodeIds: ['om2', 'om1'] });
  const RETRY = samples.job({ jobId: '99999999-2222-4333-8444-555555555555', retryOf: FAILED.jobId });

  test('that did not succeed is retried after a question, and the retry is shown', async () => {
    const log = ring({
      [`jobs/${FAILED.jobId}`]: { body: FAILED },
      [`jobs/${FAILED.jobId}/retry`]: { status: 202, body: RETRY },
      [`jobs/${RETRY.jobId}`]: { body: RETRY },
    });
    open(`#/jobs/${FAILED.jobId}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Retry on om2, om1…' }));
    const question = within(await screen.findByRole('dialog', { name: 'Go on with this job?' }));
    expect(question.getByText(/^A new job compacts \/v\/b, keyTable on om2, om1, where this one/)).toBeDefined();
    expect(await accessibilityProblems()).toEqual([]);
    expect(log.some(({ method }) => method === 'POST')).toBe(false);
    await userEvent.click(question.getByRole('button', { name: 'Retry' }));
    const first = await screen.findByRole('link', { name: FAILED.jobId });
    expect(first.getAttribute('href')).toBe(`#/jobs/${FAILED.jobId}`);
    expect(log.filter(({ method }) => method === 'POST')).toMatchObject([{ path: `jobs/${FAILED.jobId}/retry` }]);
  });

  test('with a window says when the retry runs', async () => {
    const late = { ...FAILED, notAfter: '2026-01-02T06:00:00Z' };
    ring({ [`jobs/${FAILED.jobId}`]: { body: late } });
    open(`#/jobs/${FAILED.jobId}`);
    await userEvent.click(await screen.findByRole('button', { name: /^Retry on/ }));
    expect(await screen.findByText(/^If its time has passed, the new job waits .* knows no days off/)).toBeDefined();
  });

  test('in weekly windows says that the retry has the next one', async () => {
    const window = 'Mon-Fri 20:00-06:00 UTC except 2026-12-24';
    ring({ [`jobs/${FAILED.jobId}`]: { body: { ...FAILED, notAfter: '2026-01-02T06:00:00Z', window } } });
    open(`#/jobs/${FAILED.jobId}`);
    await userEvent.click(await screen.findByRole('button', { name: /^Retry on/ }));
    expect(await screen.findByText(`It runs in the window of ${window} that is open or opens next.`)).toBeDefined();
  });

  test('shows in place why a retry was refused, with a link to the job that is to be retried', async () => {
    const message = 'It was retried by another job, which ended PARTIAL.';
    ring({
      [`jobs/${FAILED.jobId}`]: { body: FAILED },
      [`jobs/${FAILED.jobId}/retry`]: { status: 409, body: { code: 'JOB_ENDED', message, jobId: RETRY.jobId } },
    });
    open(`#/jobs/${FAILED.jobId}`);
    await userEvent.click(await screen.findByRole('button', { name: /^Retry on/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    expect((await screen.findByRole('alert')).textContent).toContain(message);
    expect(screen.getByRole('link', { name: `Show job ${RETRY.jobId}` })).toBeDefined();
  });

  test('that is retried already leads to the retry instead', async () => {
    ring({ [`jobs/${FAILED.jobId}`]: { body: { ...FAILED, retriedBy: RETRY.jobId } } });
    open(`#/jobs/${FAILED.jobId}`);
    const retry = await screen.findByRole('link', { name: RETRY.jobId });
    expect(retry.getAttribute('href')).toBe(`#/jobs/${RETRY.jobId}`);
    expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull();
  });

  test.each([{}, { state: 'SUCCEEDED' }] as const)('that leaves nothing to retry has no button: %j', async (more) => {
    ring({ [`jobs/${JOB.jobId}`]: { body: samples.job(more) } });
    open(`#/jobs/${JOB.jobId}`);
    await screen.findByRole('status', { name: 'State of the job' });
    expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull();
  });
});
