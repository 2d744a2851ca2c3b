// SPDX-License-Identifier: Apache-2.0
import { useRef, useState } from 'react';
import type { Job } from '../api/model';
import { useCommand } from '../api/useCommand';
import { jobUpdate, wrongLimits, type LimitsForm } from '../command/jobRequest';
import { limitTexts } from '../format/jobs';
import { Modal } from '../parts/Modal';
import { CommandFailure } from '../parts/Notice';

export function LimitsDialog({ job, close, changed }: { job: Job; close: () => void; changed: () => void }) {
  const [form, setForm] = useState<LimitsForm>({ notAfter: '', maxWriteMegabytes: '', maxTotalMegabytes: '' });
  const { send, sending, failure } = useCommand(changed);
  const fields = useRef<HTMLDivElement>(null);
  // A field whose text is no number or date has no value, as if it were empty.
  const [unusable, setUnusable] = useState(false);
  const update = jobUpdate(form);
  const wrong = wrongLimits(form) ?? (unusable ? 'Correct the limits that are marked first.' : undefined);
  const field = (name: keyof LimitsForm, label: string, type: 'number' | 'datetime-local') => (
    <label className="field">
      <span>{label}</span>
      <input
        type={type}
        {...(type === 'number' ? { min: 0.001, step: 'any', placeholder: 'as it is' } : {})}
        value={form[name]}
        onChange={(event) => {
          setForm({ ...form, [name]: event.target.value });
          setUnusable(false);
        }}
      />
    </label>
  );
  return (
    <Modal
      size="small"
      title="Change limits of this job"
      close={close}
      footer={(
        <>
          {wrong !== undefined && <span className="wrong" role="alert">{wrong}</span>}
          <button type="button" onClick={close}>Close</button>
          <button
            type="button"
            className="primary"
            disabled={sending || update === undefined || wrong !== undefined}
            onClick={() => {
              if (fields.current?.querySelector(':invalid')) {
                setUnusable(true);
              } else {
                send(`jobs/${encodeURIComponent(job.jobId)}/update`, update);
              }
            }}
          >
            {sending ? 'Changing…' : 'Change'}
          </button>
        </>
      )}
    >
      {failure && (
        <CommandFailure done="the limits were changed" not="The limits were not changed." failure={failure} />
      )}
      <p>
        Now: {limitTexts(job).join(', ') || 'as each OM is configured'}. What is left empty stays as it is. New limits
        hold from the next step on every OM.
      </p>
      <div className="fields" ref={fields}>
        {field('maxWriteMegabytes', 'Write rate, MB/s', 'number')}
        {field('maxTotalMegabytes', 'Write at most (MB)', 'number')}
        {field('notAfter', 'Not after', 'datetime-local')}
      </div>
    </Modal>
  );
}
