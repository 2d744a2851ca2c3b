// SPDX-License-Identifier: Apache-2.0
import { useState } from 'react';
import { ApiFailure, apiBase, query } from '../api/client';
import type { Job, Node, RangeList } from '../api/model';
import { pollWhileIncomplete } from '../api/pollWhileIncomplete';
import { useAnswer } from '../api/useAnswer';
import { useCommand } from '../api/useCommand';
import { newJobId } from '../command/jobId';
import {
  CORRECT_FIRST, emptyForm, jobRequest, turnOrder, wrongForm, wrongWith, type Scope,
} from '../command/jobRequest';
import { isForNothing, planOf } from '../command/plan';
import { cliCommand, curlCommand } from '../command/trigger';
import { Copyable } from '../parts/Copyable';
import { Modal } from '../parts/Modal';
import { CommandFailure } from '../parts/Notice';
import { useUnusable } from '../parts/useUnusable';
import { BeforeCompacting } from './BeforeCompacting';
import { JobFields } from './JobFields';
import { WhatWillHappen } from './WhatWillHappen';

interface TriggerDialogProps {
  scope: Scope;
  nodes: readonly Node[];
  close: () => void;
  submitted: (job: Job) => void;
}

export function TriggerDialog({ scope, nodes, close, submitted }: TriggerDialogProps) {
  const [form, setForm] = useState(() => emptyForm(scope));
  // One id for as long as the dialog is open: sending it twice is one job.
  const [jobId] = useState(newJobId);
  const { send, sending, failure } = useCommand((answer) => { submitted(answer as Job); });
  const [fault, setFault] = useState<ApiFailure>();
  const { unusable, look, around } = useUnusable();
  const request = jobRequest(scope, form, jobId);
  const chosen = form.nodeIds ?? [];
  const question = {
    ...planOf(request), nodeId: chosen.length === 0 ? 'all' : chosen.join(','), showSkipped: true, limit: 1,
  };
  const preview = useAnswer<RangeList>(`ranges${query(question)}`, pollWhileIncomplete);
  const turns = turnOrder(nodes).filter(({ nodeId }) => form.nodeIds?.includes(nodeId) ?? true);
  // A preview that fails for now keeps nobody from starting; one that is refused tells that the job would be, too.
  const planned = preview.data !== undefined || preview.error?.passes === true;
  const shown = fault ?? failure;
  const wrong = unusable ? CORRECT_FIRST : wrongForm(form);
  const nothing = preview.data !== undefined && !preview.loading && isForNothing(preview.data, turns, request);

  const submit = () => {
    // A field that holds no usable value has told none, and the job would go without its limit.
    const message = look() ? CORRECT_FIRST : wrongWith(form, new Date());
    setFault(message === undefined ? undefined : new ApiFailure({ code: 'BAD_REQUEST', message }));
    if (message === undefined) {
      send('jobs', request);
    }
  };

  return (
    <Modal
      title={`Compact ${scope.title}`}
      close={close}
      footer={(
        <>
          {wrong !== undefined && <span className="wrong" role="alert">{wrong}</span>}
          <button type="button" onClick={close}>Close</button>
          <button
            type="button"
            className="primary"
            disabled={sending || nothing || !planned || wrong !== undefined}
            onClick={submit}
          >
            {sending ? 'Submitting…' : 'Start compaction'}
          </button>
        </>
      )}
    >
      {shown && (
        <CommandFailure
          done="the job was submitted; started again from here it stays one job"
          not="The job was not submitted."
          failure={shown}
        />
      )}
      <h3>What will happen</h3>
      {form.nodeIds?.length === 0 ? <p>Nothing, as no node is chosen.</p>
        : <WhatWillHappen preview={preview} nodes={nodes} turns={turns} request={request} />}
      {preview.data && <BeforeCompacting plan={preview.data} />}
      <h3>Limits</h3>
      <div {...around}>
        <JobFields scope={scope} form={form} nodes={turnOrder(nodes)} change={setForm} />
      </div>
      <h3>The same without this page</h3>
      {wrong === undefined ? (
        <div className="side-by-side">
          <Copyable label="Command" text={cliCommand(request)} />
          <Copyable label="REST call" text={curlCommand(request, apiBase())} />
        </div>
      ) : <p>Nothing to copy yet. {wrong}</p>}
    </Modal>
  );
}
