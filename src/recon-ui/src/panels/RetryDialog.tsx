// SPDX-License-Identifier: Apache-2.0
import type { Job } from '../api/model';
import { useCommand } from '../api/useCommand';
import { jobPath } from '../api/useJobs';
import { targetText } from '../format/jobs';
import { Modal } from '../parts/Modal';
import { CommandFailure } from '../parts/Notice';

interface RetryDialogProps {
  job: Job;
  nodeIds: readonly string[];
  close: () => void;
  submitted: (retry: Job) => void;
}

export function RetryDialog({ job, nodeIds, close, submitted }: RetryDialogProps) {
  const { send, sending, failure } = useCommand((answer) => { submitted(answer as Job); });
  return (
    <Modal
      size="small"
      title="Go on with this job?"
      close={close}
      footer={(
        <>
          <button type="button" onClick={close}>Close</button>
          <button type="button" className="primary" disabled={sending} onClick={() => {
            send(`${jobPath(job.jobId)}/retry`);
          }}>
            {sending ? 'Submitting…' : 'Retry'}
          </button>
        </>
      )}
    >
      {failure && (
        <CommandFailure
          done="the retry was submitted; started again from here it stays one job"
          not="The retry was not submitted."
          failure={failure}
        />
      )}
      <p>
        A new job compacts {targetText(job)} on {nodeIds.join(', ')}, where this one did not succeed, with the same
        limits.
      </p>
      {job.window !== undefined && (
        <p>It runs in the window of {job.window} that is open or opens next.</p>
      )}
      {job.window === undefined && job.notAfter !== undefined && (
        <p>
          If its time has passed, the new job waits for the same time of day, or of the week where it is longer than a
          day. It knows no days off: for these, submit a job in windows.
        </p>
      )}
    </Modal>
  );
}
