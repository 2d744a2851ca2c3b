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

/** @param paused whether somebody keeps what has the state from going on */
export function StateTag({ state, paused = false }: { state: State; paused?: boolean }) {
  return <span className={`tag tag-${paused ? TONES.PAUSED : TONES[state]}`}>{state}{paused && ', paused'}</span>;
}
