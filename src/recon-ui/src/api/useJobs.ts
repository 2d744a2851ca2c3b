// SPDX-License-Identifier: Apache-2.0
import { useState } from 'react';
import { hasEnded } from '../format/jobs';
import { query } from './client';
import type { JobList } from './model';
import { useAnswer, type Answer } from './useAnswer';

const BUSY_POLL_MILLIS = 2000;
const IDLE_POLL_MILLIS = 15_000;
const NEWEST = 20;

export function jobPath(jobId: string): string {
  return `jobs/${encodeURIComponent(jobId)}`;
}

/** The newest jobs, asked for more often while one of them is open. */
export function useJobs(limit: number): Answer<JobList> {
  return useAnswer<JobList>(
    `jobs${query({ limit })}`,
    (list) => (list?.jobs.some((job) => !hasEnded(job)) ? BUSY_POLL_MILLIS : IDLE_POLL_MILLIS));
}

/** Grows when a job ends, a person's or the service's: buckets and files are not what they were. */
export function useJobsEnded(): number {
  const { data } = useJobs(NEWEST);
  const ended = data?.jobs.filter(hasEnded).map(({ jobId }) => jobId).join(' ');
  const [last, setLast] = useState<{ ended: string | undefined; times: number }>({ ended, times: 0 });
  if (ended !== last.ended) {
    // The first list is no news.
    setLast({ ended, times: last.ended === undefined ? last.times : last.times + 1 });
  }
  return last.times;
}
