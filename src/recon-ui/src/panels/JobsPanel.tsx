// SPDX-License-Identifier: Apache-2.0
import { Fragment } from 'react';
import type { Job } from '../api/model';
import { useJobs } from '../api/useJobs';
import { asker, hasEnded, perNode, person, sums, targetText, waitOf } from '../format/jobs';
import { shortKey } from '../format/keys';
import { bytes, count, counted, time } from '../format/units';
import { Asking } from '../parts/Asking';
import { Meter } from '../parts/Meter';
import { Unanswered } from '../parts/Notice';
import { Panel } from '../parts/Panel';
import { StateTag } from '../parts/StateTag';
import { FEW_COLUMNS, useMedia } from '../parts/useMedia';
import { Empty } from '../parts/Waiting';
import { WideTable } from '../parts/WideTable';
import { START, toHash } from '../url/address';

const MAX_JOBS = 100;
const MEAN = 'Tombstones, the mean of the OMs: each holds the same rows';

export function JobsPanel() {
  const answer = useJobs(MAX_JOBS);
  const { data, loading } = answer;
  const narrow = useMedia(FEW_COLUMNS);
  return (
    <Panel
      title="Jobs"
      hint="A job compacts the same targets on one OM after the other, or on a few at a time, followers first and
        the leader last. Every OM keeps its record, so it goes on when the leader changes or Recon restarts."
      busy={!data && loading}
    >
      <Asking answer={answer} what="Asking for jobs…" failed="The jobs could not be read." />
      {data && <Unanswered problems={data.unanswered} />}
      {data?.jobs.length === 0 && (
        <Empty title="No job yet">
          <p>Choose a bucket on the <a href={toHash(START)}>Overview</a>, look at its map, and compact it.</p>
        </Empty>
      )}
      {data && data.jobs.length > 0 && (
        <WideTable label="Jobs">
          <table>
            <thead>
              <tr>
                <th scope="col">Job</th>
                <th scope="col">State</th>
                {!narrow && <th scope="col">Targets</th>}
                <th scope="col">Progress</th>
                {!narrow && (
                  <>
                    <th scope="col" className="number" title={MEAN}>Removed per OM</th>
                    <th scope="col" className="number">Written / predicted per OM</th>
                    <th scope="col">Created</th>
                    <th scope="col">By</th>
                  </>
                )}
              </tr>
            </thead>
            <tbody>{data.jobs.map((job) => <JobRow key={job.jobId} job={job} narrow={narrow} />)}</tbody>
          </table>
          {data.totalCount > data.jobs.length && (
            <p className="hint">
              The newest {data.jobs.length} of {data.totalCount}; the command line lists all.
            </p>
          )}
        </WideTable>
      )}
    </Panel>
  );
}

function JobRow({ job, narrow }: { job: Job; narrow: boolean }) {
  const sum = sums(job);
  const removed = count(perNode(sum, sum.tombstonesBefore - sum.tombstonesAfter));
  const written = bytes(perNode(sum, sum.writeBytes));
  const predicted = bytes(perNode(sum, sum.predictedWriteBytes));
  const row = (
    <tr className={narrow ? 'with-note' : ''}>
      <th scope="row">
        <a href={toHash({ page: 'jobs', jobId: job.jobId })} title={job.jobId}>{job.jobId.slice(0, 8)}</a>
      </th>
      <td><StateTag state={job.state} paused={job.pausedBy !== undefined} /></td>
      {!narrow && <td className="two-lines"><About job={job} /></td>}
      <td>
        <Meter
          label={`Progress of job ${job.jobId.slice(0, 8)}`}
          value={sum.progress}
          of={1}
          text={`${sum.nodesDone} of ${counted(job.turns.length, 'node')}`}
          tone={hasEnded(job) ? 'muted' : 'accent'}
        />
      </td>
      {!narrow && (
        <>
          <td className="number">{removed}</td>
          <td className="number broken">
            <span className="whole">{written}</span>
            {' / '}
            <span className="whole">{predicted}</span>
          </td>
          <td className="time">
            {time(job.created).split(' ').map((part) => (
              <Fragment key={part}><span className="whole">{part}</span> </Fragment>
            ))}
          </td>
          <td title={person(job)}>{asker(job)}</td>
        </>
      )}
    </tr>
  );
  return narrow ? (
    <>
      {row}
      <tr className="note why">
        <td className="two-lines" colSpan={3}>
          <About job={job} />
          <span className="muted" title={MEAN}>
            {removed} tombstones removed, {written} written of {predicted} predicted, per OM
          </span>
          <span className="muted" title={person(job)}>created {time(job.created)} by {asker(job)}</span>
        </td>
      </tr>
    </>
  ) : row;
}

/** What is compacted, and what it waits for. */
function About({ job }: { job: Job }) {
  const target = targetText(job);
  const wait = waitOf(job);
  return (
    <>
      <span title={target}>{shortKey(target, 56)}</span>
      {job.pausedBy !== undefined && <span className="muted">paused by {job.pausedBy}</span>}
      {wait !== undefined && <span className="muted">waits: {wait}</span>}
    </>
  );
}
