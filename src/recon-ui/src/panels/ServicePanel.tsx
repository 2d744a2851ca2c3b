// SPDX-License-Identifier: Apache-2.0
import { useState } from 'react';
import type { ServiceList } from '../api/model';
import { useAnswer } from '../api/useAnswer';
import { useCommand } from '../api/useCommand';
import { mayPause, mayResume, RESUME_PATH } from '../command/service';
import { Asking } from '../parts/Asking';
import { CommandFailure, Unanswered } from '../parts/Notice';
import { Panel } from '../parts/Panel';
import { PauseDialog } from './PauseDialog';
import { ServiceFacts } from './ServiceFacts';
import { ServiceRanges } from './ServiceRanges';
import { ServiceState } from './ServiceState';

const RUNNING_POLL_MILLIS = 2000;
const POLL_MILLIS = 15_000;

/** The automatic service as the OM has it that leads, and decides. */
export function ServicePanel() {
  const answer = useAnswer<ServiceList>(
    'service', (list) => (list?.services[0]?.state === 'RUNNING' ? RUNNING_POLL_MILLIS : POLL_MILLIS));
  const resume = useCommand(answer.reload);
  const [pausing, setPausing] = useState(false);
  const { data, loading } = answer;
  const service = data?.services[0];
  return (
    <>
      <Panel
        title="Service"
        hint={<>The OM that leads looks by itself for what is worth compacting. Where it may act it submits that as
          <dfn> rounds</dfn>: jobs like any other, within a day&apos;s bytes and its windows, which give way to the jobs
          of people.</>}
        busy={!data && loading}
        actions={service && (
          <>
            {mayResume(service) && (
              <button
                type="button"
                className="primary"
                disabled={resume.sending || loading}
                onClick={() => { resume.send(RESUME_PATH); }}
              >
                {resume.sending ? 'Resuming…' : 'Resume'}
              </button>
            )}
            {mayPause(service) && (
              <button type="button" disabled={resume.sending} onClick={() => { setPausing(true); }}>Pause…</button>
            )}
          </>
        )}
      >
        {resume.failure && (
          <CommandFailure done="the service was resumed" not="The service was not resumed." failure={resume.failure} />
        )}
        <Asking answer={answer} what="Asking for the service…" failed="The service could not be read." />
        {data && (
          <Unanswered problems={data.unanswered} instead="What the service is at is known there." />
        )}
        {service && (
          <>
            <ServiceState service={service} />
            <ServiceFacts service={service} />
            <ServiceRanges service={service} />
          </>
        )}
      </Panel>
      {pausing && (
        <PauseDialog close={() => { setPausing(false); }} paused={() => {
          setPausing(false);
          answer.reload();
        }} />
      )}
    </>
  );
}
