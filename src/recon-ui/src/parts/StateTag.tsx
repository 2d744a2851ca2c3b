// SPDX-License-Identifier: Apache-2.0
import type { JobState, TurnState } from '../api/model';

const TONES: Record<JobState | TurnState, string> = {
  QUEUED: 'plain',
  WAITING: 'plain',
  RUNNING: 'active',
  SUCCEEDED: 'good',
  PARTIAL: 'warn',
  FAILED: 'bad',
  CANCELLED: 'plain',
  EXPIRED: 'warn',
  SKIPPED: 'warn',
};

export function StateTag({ state }: { state: JobState | TurnState }) {
  return <span className={`tag tag-${TONES[state]}`}>{state}</span>;
}
