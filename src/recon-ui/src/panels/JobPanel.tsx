// SPDX-License-Identifier: Apache-2.0
import { useState } from 'react';
import type { Job, Node } from '../api/model';
import { useAnswer } from '../api/useAnswer';
import { useCommand } from '../api/useCommand';
import { jobPath } from '../api/useJobs';
import {
  hasEnded, leaderMoveText, limitText, nodesToRetry, perNode, person, sums, targetText, targetTexts, waitOf,
} from '../format/jobs';
import { rangeName, rangeText } from '../format/keys';
import { bytes, count, counted, time } from '../format/units';
import { Asking } from '../parts/Asking';
import { Meter } from '../parts/Meter';
import { Modal } from '../parts/Modal';
import { CommandFailure, Notice, Unanswered } from '../parts/Notice';
import { Panel } from '../parts/Panel';
import { StateTag } from '../parts/StateTag';
import { toHash } from '../url/address';
import { LimitsDialog } from './LimitsDialog';
import { RetryDialog } from './RetryDialog';
import { TurnsTable } from './TurnsTable';

const POLL_MILLIS = 1000;

export function JobPanel({ jobId, nodes }: { jobId: string; nodes: readonly Node[] }) {
  const path = jobPath(jobId);
  const answer = useAnswer<Job>(path, (job) => (job && hasEnded(job) ? undefined : POLL_MILLIS));
  const [asking, setAsking] = useState<'cancel' | 'limits' | 'retry'>();
  const { send, sending, failure } = useCommand(answer.reload);
  const { data: job } = answer;
  const toRetry = job ? nodesToRetry(job) : [];
  const close = () => { setAsking(undefined); };
  const done = () => {
    close();
    answer.reload();
  };
  return (
    <>
      <nav className="crumbs" aria-label="Where you are">
        <a href={toHash({ page: 'jobs' })}>Jobs</a><span aria-hidden="true">/</span><span>{jobId}</span>
      </nav>
      <Panel
        title={job ? targetText(job) : `Job ${jobId}`}
        hint="Each node has its turn, the leader last. Read and written are measured, and stand against what the node
          predicted when its turn began. Seek is the time to find the first key, before and after."
        busy={!job && answer.loading}
        actions={job && (
          <>
            <MapLink job={job} />
            {mayChange(job) && (
              <>
                <button type="button" disabled={sending} onClick={() => {
                  send(`${path}/${job.pausedBy === undefined ? 'pause' : 'resume'}`);
                }}>
                  {job.pausedBy === undefined ? 'Pause' : 'Resume'}
                </button>
                <button type="button" onClick={() => { setAsking('limits'); }}>Change limits…</button>
              </>
            )}
            {toRetry.length > 0 && (
              <button type="button" onClick={() => { setAsking('retry'); }}>Retry on {toRetry.join(', ')}…</button>
            )}
            {!hasEnded(job) && (
              <button type="button" className="danger" onClick={() => { setAsking('cancel'); }}>Cancel job…</button>
            )}
          </>
        )}
      >
        <Asking answer={answer} what="Asking for the job…" failed="The job could not be read." />
        {failure && <CommandFailure done="the job was changed" not="The job was not changed." failure={failure} />}
        {job?.unanswered && (
          <Unanswered problems={job.unanswered} instead="The figures shown are from the last report." />
        )}
        {job && <JobFacts job={job} />}
        {job && (
          <TurnsTable turns={job.turns} leader={nodes.find(({ role }) => role === 'LEADER')?.nodeId} />
        )}
      </Panel>
      {asking === 'cancel' && job && !hasEnded(job) && <CancelDialog job={job} close={close} cancelled={done} />}
      {asking === 'retry' && job && toRetry.length > 0 && (
        <RetryDialog
          job={job}
          nodeIds={toRetry}
          close={close}
          submitted={(retry) => {
            close();
            window.location.hash = toHash({ page: 'jobs', jobId: retry.jobId });
          }}
        />
      )}
      {asking === 'limits' && job && mayChange(job) && <LimitsDialog job={job} close={close} changed={done} />}
    </>
  );
}

/** A round has the limits of its service, which is paused instead. */
function mayChange(job: Job): boolean {
  return !hasEnded(job) && job.cancelledBy === undefined && job.origin !== 'SERVICE';
}

/** To the map of what the job is about, where that is one bucket and one table. */
function MapLink({ job: { targets } }: { job: Job }) {
  const [bucket, ...moreBuckets] = targets.buckets ?? [];
  const [table, ...moreTables] = targets.tables ?? [];
  if (bucket === undefined || table === undefined || moreBuckets.length + moreTables.length > 0) {
    return null;
  }
  return <a className="button" href={toHash({ page: 'map', bucket, table })}>Show the map</a>;
}

function JobFacts({ job }: { job: Job }) {
  const sum = sums(job);
  const ended = hasEnded(job);
  const leader = leaderMoveText(job);
  const wait = waitOf(job);
  return (
    <>
      {job.pausedBy !== undefined && (
        <Notice kind="info" title={`Paused by ${job.pausedBy}${job.paused ? ` since ${time(job.paused)}` : ''}`}>
          <p>No node begins its turn, and a turn that runs ends before its next step. Jobs of others go on.</p>
        </Notice>
      )}
      {wait !== undefined && <Notice kind="info" title="Waiting"><p>{wait}</p></Notice>}
      <div className="job-progress">
        <span role="status" aria-label="State of the job">
          <StateTag state={job.state} paused={job.pausedBy !== undefined} />
        </span>
        <Meter
          label="Progress of the job"
          value={sum.progress}
          of={1}
          text={`${sum.nodesDone} of ${counted(job.turns.length, 'node')} done`}
          tone={ended ? 'muted' : 'accent'}
        />
        {sum.nodesBegun > 0 && (
          <span>
            Per OM <b>{count(perNode(sum, sum.tombstonesBefore - sum.tombstonesAfter))}</b> tombstones removed,
            {' '}<b>{bytes(perNode(sum, sum.writeBytes))}</b> written
            of {bytes(perNode(sum, sum.predictedWriteBytes))} predicted
          </span>
        )}
      </div>
      <dl className="panel-facts">
        <dt>Job</dt>
        <dd className="key">{job.jobId}</dd>
        <OtherJob name="Retry of" jobId={job.retryOf} />
        <OtherJob name="Retried by" jobId={job.retriedBy} />
        <Targets names={targetTexts(job)} />
        <KeysOfName targets={job.targets} />
        <dt>Asked by</dt>
        <dd>{person(job)}{job.cancelledBy && `, cancelled by ${job.cancelledBy}`}</dd>
        <dt>Time</dt>
        <dd>
          created {time(job.created)}{job.started && `, started ${time(job.started)}`}
          {job.ended && `, ended ${time(job.ended)}`}
          {job.estimatedEnd && !ended && `, ends about ${time(job.estimatedEnd)} if it goes on like that`}
        </dd>
        {(job.notBefore ?? job.notAfter) !== undefined && (
          <>
            <dt>Window</dt>
            <dd>
              {job.notBefore ? time(job.notBefore) : 'at once'} to
              {' '}{job.notAfter ? time(job.notAfter) : 'whenever it is done'}
              {job.window && `, of ${job.window}`}
              {job.daysOff && `, no sooner because of days off: ${job.daysOff}`}
            </dd>
          </>
        )}
        <dt>Limits</dt>
        <dd>
          {limitText(job)}
          {job.limitsChangedBy && job.limitsChanged
            && `; changed by ${job.limitsChangedBy} at ${time(job.limitsChanged)}`}
        </dd>
        {leader !== undefined && (
          <>
            <dt>Leader</dt>
            <dd>{leader}</dd>
          </>
        )}
      </dl>
    </>
  );
}

function OtherJob({ name, jobId }: { name: string; jobId: string | undefined }) {
  return jobId === undefined ? null : (
    <>
      <dt>{name}</dt>
      <dd className="key"><a href={toHash({ page: 'jobs', jobId })}>{jobId}</a></dd>
    </>
  );
}

/** What a heading has no room for. */
function Targets({ names }: { names: readonly string[] }) {
  if (names.length < 2) {
    return null;
  }
  return (
    <>
      <dt>Targets</dt>
      <dd>
        <details>
          <summary>all {names.length}</summary>
          <ul className="targets">{names.map((name) => <li key={name} className="key">{name}</li>)}</ul>
        </details>
      </dd>
    </>
  );
}

/** The keys as they are, where the heading calls them by name. */
function KeysOfName({ targets: { keyRanges = [] } }: Pick<Job, 'targets'>) {
  const [range, ...more] = keyRanges;
  if (!range || more.length > 0 || rangeName(range.begin, range.end) === undefined) {
    return null;
  }
  return (
    <>
      <dt>Keys</dt>
      <dd className="key">{rangeText(range.begin, range.end)}</dd>
    </>
  );
}

function CancelDialog({ job, close, cancelled }: { job: Job; close: () => void; cancelled: () => void }) {
  const { send, sending, failure } = useCommand(cancelled);
  return (
    <Modal
      size="small"
      title="Cancel this job?"
      close={close}
      footer={(
        <>
          <button type="button" onClick={close}>Let it run</button>
          <button type="button" className="danger primary" disabled={sending} onClick={() => {
            send(`${jobPath(job.jobId)}/cancel`);
          }}>
            {sending ? 'Cancelling…' : 'Cancel job'}
          </button>
        </>
      )}
    >
      {failure && <CommandFailure done="the job was cancelled" not="The job was not cancelled." failure={failure} />}
      <p>
        No node takes another step for {targetText(job)}. A step that runs now ends by itself, usually within seconds.
        What is done stays done.
      </p>
    </Modal>
  );
}
