// SPDX-License-Identifier: Apache-2.0
import type { JobState, ServiceState, TurnState } from '../api/model';

type State = JobState | TurnState | ServiceState;

const TONES: Record<State, string> = {
  QUEUED: 'plain',
  WAITING: 'plain',
  RUNNING: 'active',
  SUCCEEDED: 'good',
  PARTIAL: 'warn',
  FAILED: 'bad',
  CANCELLED: 'plain',
  EXPIRED: 'warn',
  SKIPPED: 'warn',
  OFF: 'plain',
  FAULTY: 'bad',
  FOLLOWING: 'plain',
  OBSERVING: 'active',
  IDLE: 'good',
  HELD: 'plain',
  PAUSED: 'warn',
  STOOD_DOWN: 'bad',
};

export function StateTag({ state }: { state: State }) {
  return <span className={`tag tag-${TONES[state]}`}>{state}</span>;
}
