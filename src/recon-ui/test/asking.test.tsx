// SPDX-License-Identifier: Apache-2.0
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { accessibilityProblems } from './axe';
import { NO_LEADER, later, open, ring } from './recon';
import * as samples from './samples';
import { serve } from './server';

describe('A question', () => {
  test('without an answer says for how long it is asked', async () => {
    serve({});
    later(0);
    open('#/jobs');
    expect(await screen.findByText('Asking for jobs…')).toBeDefined();
    expect(screen.queryByText(/Still asking/)).toBeNull();
    later(7);
    expect(await screen.findByText('Still asking, for 7 s.')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(await accessibilityProblems()).toEqual([]);
  });

  test('that the ring cannot answer yet is calm before it alarms', async () => {
    ring({ nodes: NO_LEADER });
    later(0);
    open('#/buckets');
    const words = 'The ring has no leader. Try again soon.';
    expect(await screen.findByText(`Still asking, for 0 s. ${words}`)).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
    later(15);
    const alarm = await screen.findByRole('alert');
    expect(alarm.textContent).toContain('The nodes could not be read.');
    expect(screen.queryByText(/Still asking/)).toBeNull();
  });

  test('that can never be answered alarms at once', async () => {
    ring({ nodes: { status: 403, body: { code: 'FORBIDDEN', message: 'Administrators only.' } } });
    open('#/buckets');
    expect((await screen.findByRole('alert')).textContent).toContain('Administrators only.');
  });

  test('leaves what was there before, and says so, until it is answered again', async () => {
    const list = { body: { totalCount: 1, jobs: [samples.job()], unanswered: [] } };
    let away = false;
    ring({ jobs: () => (away ? NO_LEADER : list) });
    later(0);
    open('#/jobs');
    expect(await screen.findByText('RUNNING')).toBeDefined();
    away = true;
    expect(await screen.findByText('What is shown is from before.')).toBeDefined();
    expect(screen.getByText('RUNNING')).toBeDefined();
    expect(await accessibilityProblems()).toEqual([]);
    away = false;
    await waitFor(() => { expect(screen.queryByText('What is shown is from before.')).toBeNull(); });
  });

  describe('of a tab that nobody looks at', () => {
    const look = (at: boolean) => {
      vi.spyOn(document, 'hidden', 'get').mockReturnValue(!at);
      act(() => { document.dispatchEvent(new Event('visibilitychange')); });
    };
    afterEach(() => { vi.restoreAllMocks(); });

    test('is not asked before somebody does', async () => {
      look(false);
      const log = ring();
      open('#/buckets');
      expect(screen.getByText('Counting tombstones…')).toBeDefined();
      expect(log).toEqual([]);
      look(true);
      expect(await screen.findAllByText('/v/b')).not.toEqual([]);
      expect(log.filter(({ path }) => path.startsWith('buckets'))).toHaveLength(1);
    });

    test('stops, and is asked again when somebody does', async () => {
      const log = serve({ nodes: { body: samples.NODES } });
      open('#/buckets');
      await waitFor(() => { expect(log.map(({ path }) => path.split('?')[0])).toContain('buckets'); });
      const asked = () => log.filter(({ path }) => path.startsWith('buckets'));
      expect(asked().map(({ signal }) => signal?.aborted)).toEqual([false]);
      look(false);
      expect(asked().map(({ signal }) => signal?.aborted)).toEqual([true]);
      look(true);
      await waitFor(() => { expect(asked().map(({ signal }) => signal?.aborted)).toEqual([true, false]); });
    });
  });

  test('that is refused does not leave what another one answered', async () => {
    const unknown = { status: 404, body: { code: 'UNKNOWN_BUCKET', message: 'There is no bucket /v/gone.' } };
    ring({ buckets: ({ path }) => (path.includes('gone') ? unknown
      : { body: samples.bucketList({ buckets: [samples.bucket({ bucket: 'kept' })] }) }) });
    open('#/buckets');
    expect(await screen.findAllByText('/v/kept')).not.toEqual([]);
    act(() => { window.location.hash = '#/buckets?bucket=/v/gone'; });
    expect((await screen.findByRole('alert')).textContent).toContain('There is no bucket /v/gone.');
    expect(screen.queryAllByText('/v/kept')).toEqual([]);
  });

  test('answered with the ring as it was says of when that is', async () => {
    ring({ nodes: { body: { ...samples.NODES, membersAgeMillis: 83_000 } } });
    open('#/buckets');
    expect(await screen.findByText('Who is in the ring was last heard 1 min 23 s ago.')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(await accessibilityProblems()).toEqual([]);
  });
});
