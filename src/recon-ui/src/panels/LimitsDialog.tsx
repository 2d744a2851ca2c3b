// SPDX-License-Identifier: Apache-2.0
import { useState } from 'react';
import type { Job } from '../api/model';
import { useCommand } from '../api/useCommand';
import { jobPath } from '../api/useJobs';
import { CORRECT_FIRST, jobUpdate, SMALLEST_MEGABYTES, wrongLimits, type LimitsForm } from '../command/jobRequest';
import { limitText } from '../format/jobs';
import { Modal } from '../parts/Modal';
import { CommandFailure } from '../parts/Notice';
import { useUnusable } from '../parts/useUnusable';

const AS_THEY_ARE: LimitsForm = { notBefore: '', notAfter: '', maxWriteMegabytes: '', maxTotalMegabytes: '' };

export function LimitsDialog({ job, close, changed }: { job: Job; close: () => void; changed: () => void }) {
  const [form, setForm] = useState<LimitsForm>(AS_THEY_ARE);
  const { send, sending, failure } = useCommand(changed);
  const { unusable, look, around } = useUnusable();
  // A job that has begun meanwhile has no begin to change.
  const limits = job.started === undefined ? form : { ...form, notBefore: '' };
  const update = jobUpdate(limits);
  const wrong = wrongLimits(limits) ?? (unusable ? CORRECT_FIRST : undefined);
  const field = (name: keyof LimitsForm, label: string, type: 'number' | 'datetime-local') => (
    <label className="field">
      <span>{label}</span>
      <input
        type={type}
        {...(type === 'number' ? { min: SMALLEST_MEGABYTES, step: 'any', placeholder: 'as it is' } : {})}
        value={form[name]}
        onChange={(event) => { setForm({ ...form, [name]: event.target.value }); }}
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
              if (!look()) {
                send(`${jobPath(job.jobId)}/update`, update);
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
        Now: {limitText(job)}. What is left empty stays as it is. New limits hold from the next step on every OM.
      </p>
      <div className="fields" {...around}>
        {field('maxWriteMegabytes', 'Write rate, MB/s', 'number')}
        {field('maxTotalMegabytes', 'Write at most (MB)', 'number')}
        {job.started === undefined && field('notBefore', 'Not before', 'datetime-local')}
        {field('notAfter', 'Not after', 'datetime-local')}
      </div>
      {job.window !== undefined && (limits.notBefore !== '' || limits.notAfter !== '') && (
        <p>These times heed no days off, and the job is no longer one of its windows, {job.window}.</p>
      )}
    </Modal>
  );
}
