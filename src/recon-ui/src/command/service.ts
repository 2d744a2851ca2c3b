// SPDX-License-Identifier: Apache-2.0
import { query } from '../api/client';
import type { Service } from '../api/model';

export interface Pause {
  name: string;
  /** Undefined for until somebody resumes it. */
  seconds: number | undefined;
}

const HOUR_SECONDS = 3600;

export const A_DAY: Pause = { name: '24 hours', seconds: 24 * HOUR_SECONDS };

export const PAUSES: readonly Pause[] = [
  { name: '1 hour', seconds: HOUR_SECONDS },
  { name: '8 hours', seconds: 8 * HOUR_SECONDS },
  A_DAY,
  { name: '7 days', seconds: 7 * 24 * HOUR_SECONDS },
  { name: 'until resumed', seconds: undefined },
];

export const RESUME_PATH = 'service/resume';

export function pausePath({ seconds }: Pause): string {
  return `service/pause${query({ forSeconds: seconds })}`;
}

/** A pause of a service that only observes holds once it may compact. */
export function mayPause({ state }: Service): boolean {
  return state !== 'OFF' && state !== 'FAULTY';
}

/** A pause holds whatever the service is at, and may have been made before it only observed. */
export function mayResume({ hold, pausedBy }: Service): boolean {
  return pausedBy !== undefined || hold === 'PAUSED' || hold === 'STOOD_DOWN';
}
