// SPDX-License-Identifier: Apache-2.0
import { useState } from 'react';
import { useCommand } from '../api/useCommand';
import { A_DAY, pausePath, PAUSES } from '../command/service';
import { Modal } from '../parts/Modal';
import { CommandFailure } from '../parts/Notice';

export function PauseDialog({ close, paused }: { close: () => void; paused: () => void }) {
  const [pause, setPause] = useState(A_DAY);
  const { send, sending, failure } = useCommand(paused);
  return (
    <Modal
      size="small"
      title="Pause the service?"
      close={close}
      footer={(
        <>
          <button type="button" onClick={close}>Close</button>
          <button type="button" className="primary" disabled={sending} onClick={() => { send(pausePath(pause)); }}>
            {sending ? 'Pausing…' : 'Pause'}
          </button>
        </>
      )}
    >
      {failure && <CommandFailure done="the service was paused" not="The service was not paused." failure={failure} />}
      <p>
        No round begins, and one that is open is cancelled before its next step. That holds on all OMs, through
        restarts and changes of the leader. Jobs of people go on.
      </p>
      <label className="field">
        <span>For</span>
        <select
          value={pause.name}
          onChange={(event) => { setPause(PAUSES.find(({ name }) => name === event.target.value) ?? pause); }}
        >
          {PAUSES.map(({ name }) => <option key={name}>{name}</option>)}
        </select>
      </label>
    </Modal>
  );
}
