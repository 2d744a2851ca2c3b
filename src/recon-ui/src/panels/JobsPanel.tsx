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
import { Empty } from '../parts/Waiting';
import { START, toHash } from '../url/place';

const MAX_JOBS = 100;

export function JobsPanel() {
  const answer = useJobs(MAX_JOBS);
  const { data, loading } = answer;
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
          <p>Choose a bucket on the <a href={toHash(START)}>Buckets</a> page, look at its map, and compact it.</p>
        </Empty>
      )}
      {data && data.jobs.length > 0 && (
        <div className="table-wrap" tabIndex={0} role="group" aria-label="Jobs, scrollable">
          <table>
            <thead>
              <tr>
                <th scope="col">Job</th>
                <th scope="col">State</th>
                <th scope="col">Targets</th>
                <th scope="col">Progress</th>
                <th scope="col" className="number" title="Tombstones, the mean of the OMs: each holds the same rows">
                  Removed per OM
                </th>
                <th scope="col" className="number">Written / predicted per OM</th>
                <th scope="col">Created</th>
                <th scope="col">By</th>
              </tr>
            </thead>
            <tbody>{data.jobs.map((job) => <JobRow key={job.jobId} job={job} />)}</tbody>
          </table>
          {data.totalCount > data.jobs.length && (
            <p className="hint">
              The newest {data.jobs.length} of {data.totalCount}; the command line lists all.
            </p>
          )}
        </div>
      )}
    </Panel>
  );
}

function JobRow({ job }: { job: Job }) {
  const sum = sums(job);
  const target = targetText(job);
  const wait = waitOf(job);
  return (
    <tr>
      <th scope="row">
        <a href={toHash({ page: 'jobs', jobId: job.jobId })} title={job.jobId}>{job.jobId.slice(0, 8)}</a>
      </th>
      <td><StateTag state={job.state} paused={job.pausedBy !== undefined} /></td>
      <td className="two-lines" title={target}>
        <span>{shortKey(target, 56)}</span>
        {job.pausedBy !== undefined && <span className="muted">paused by {job.pausedBy}</span>}
        {wait !== undefined && <span className="muted">waits: {wait}</span>}
      </td>
      <td>
        <Meter
          label={`Progress of job ${job.jobId.slice(0, 8)}`}
          value={sum.progress}
          of={1}
          text={`${sum.nodesDone} of ${counted(job.turns.length, 'node')}`}
          tone={hasEnded(job) ? 'muted' : 'accent'}
        />
      </td>
      <td className="number">{count(perNode(sum, sum.tombstonesBefore - sum.tombstonesAfter))}</td>
      <td className="number broken">
        <span className="whole">{bytes(perNode(sum, sum.writeBytes))}</span>
        {' / '}
        <span className="whole">{bytes(perNode(sum, sum.predictedWriteBytes))}</span>
      </td>
      <td className="time">
        {time(job.created).split(' ').map((part) => (
          <Fragment key={part}><span className="whole">{part}</span> </Fragment>
        ))}
      </td>
      <td title={person(job)}>{asker(job)}</td>
    </tr>
  );
}
