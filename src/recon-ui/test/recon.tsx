// SPDX-License-Identifier: Apache-2.0
import { render } from '@testing-library/react';
import { vi } from 'vitest';
import { App } from '../src/App';
import type { Problem } from '../src/api/model';
import * as samples from './samples';
import { serve } from './server';

export const NO_LEADER = {
  status: 503, body: { code: 'NO_LEADER', message: 'The ring has no leader.', nextStep: 'Try again soon.' },
};
export const UNANSWERED: Problem[] = [{ nodeId: 'om3', code: 'UNREACHABLE', message: 'No answer within 3 s.' }];
export const MAP = '#/map?nodeId=om1&bucket=/v/b&table=keyTable';
export const JOB = samples.job();

/** Opens the whole page at a place. */
export function open(hash: string) {
  window.location.hash = hash;
  return render(<App />);
}

/** Makes it so much later, and stops the clock there. */
export function later(seconds: number) {
  const then = Date.now() + seconds * 1000;
  vi.spyOn(Date, 'now').mockImplementation(() => then);
}

/** A ring of three with one bucket, no slow place and one job, which answers everything; @returns what was asked. */
export function ring(more: Parameters<typeof serve>[0] = {}) {
  return serve({
    nodes: { body: samples.NODES }, places: { body: samples.slowPlaceList() }, buckets: { body: samples.bucketList() },
    ranges: { body: samples.rangeList() },
    'sst-files': { body: samples.SST_FILES }, jobs: ({ method }) => (method === 'POST' ? { status: 202, body: JOB }
      : { body: { totalCount: 1, jobs: [JOB], unanswered: [] } }),
    [`jobs/${JOB.jobId}`]: { body: JOB }, ...more,
  });
}
