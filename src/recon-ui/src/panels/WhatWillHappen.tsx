// SPDX-License-Identifier: Apache-2.0
import type { CountInterval, JobInTheWay, JobRequest, Node, PlanTotals, Problem, RangeList } from '../api/model';
import type { Answer } from '../api/useAnswer';
import { inMemory, insteadOf, isEmptyPlan, isForNothing, worstLeftOut } from '../command/plan';
import { asker } from '../format/jobs';
import { keyName, shortKey } from '../format/keys';
import { writeBounds, writes } from '../format/ranges';
import { bucketName } from '../format/spans';
import { bytes, counted, countInterval, duration, exactBytesInterval, onReadersClock, time } from '../format/units';
import { Asking } from '../parts/Asking';
import { Notice, StillToScan, Unanswered } from '../parts/Notice';
import { WideTable } from '../parts/WideTable';
import { toHash } from '../url/address';

const WITHOUT_ADD_ON: readonly Problem['code'][] = ['ADD_ON_MISSING', 'ADD_ON_DISABLED'];

const PLANS_ANEW = 'As things are, no node has a range to compact. The job first does what is ticked below, and then '
  + 'each node plans anew.';

interface WhatWillHappenProps {
  preview: Answer<RangeList>;
  /** All of the ring; none until it has told them. */
  nodes: readonly Node[];
  /** The nodes that take part, in order. */
  turns: readonly Node[];
  request: JobRequest;
}

/** A job before it is submitted: what each node would do, in the order of the turns. */
export function WhatWillHappen({ preview, nodes, turns, request }: WhatWillHappenProps) {
  const { data, loading } = preview;
  if (!data || nodes.length === 0) {
    const unknown = { ...preview, data: undefined, loading: true };
    return (
      <Asking answer={unknown} what="Planning on every node…" failed="The preview could not be made." rows={3} />
    );
  }
  const takesPart = (id: string) => turns.some(({ nodeId }) => nodeId === id);
  const unanswered = data.unanswered.filter(({ nodeId }) => takesPart(nodeId));
  return (
    <div aria-busy={loading}>
      <Asking answer={preview} what="Planning on every node…" failed="The preview could not be made anew." />
      {isForNothing(data, turns, request) ? <Nothing plan={data} reachable={inMemory(data, turns).length > 0} /> : (
        <p className="sentence">
          {isEmptyPlan(data, turns) ? PLANS_ANEW : inWords(request, turns, data.totals)}
        </p>
      )}
      <InTheWay jobs={data.jobsInTheWay ?? []} preempt={request.preempt ?? false} />
      <Unanswered problems={unanswered} />
      <StillToScan files={data.filesToScan} />
      <WideTable label="Turns of the job">
        <table className="compact">
          <thead>
            <tr>
              <th scope="col" className="number">Turn</th>
              <th scope="col">Node</th>
              <th scope="col" className="number">Ranges</th>
              <th scope="col" className="number">Tombstones removed</th>
              <th scope="col" className="number">Read</th>
              <th scope="col" className="number">Write</th>
              <th scope="col" className="number" title="The part beside the ranges: files are rewritten whole">
                Collateral
              </th>
              <th scope="col" className="number" title="Old files that stay on disk because Ozone snapshots need them">
                Kept by snapshots
              </th>
            </tr>
          </thead>
          <tbody>
            {turns.map((node, turn) => (
              <TurnRow
                key={node.nodeId}
                turn={turn + 1}
                node={node}
                totals={data.totals.find(({ nodeId }) => nodeId === node.nodeId)}
              />
            ))}
          </tbody>
        </table>
      </WideTable>
    </div>
  );
}

/** The open jobs at the same keys, and what becomes of them. */
function InTheWay({ jobs, preempt }: { jobs: readonly JobInTheWay[]; preempt: boolean }) {
  if (jobs.length === 0) {
    return null;
  }
  const refused = !preempt && jobs.some(({ origin }) => origin !== 'SERVICE');
  return (
    <Notice
      kind="warning"
      title={refused ? 'A job is in the way: the start will be refused.' : 'The start cancels what is in the way.'}
    >
      <ul>
        {jobs.map((job) => (
          <li key={job.jobId}>
            <a href={toHash({ page: 'jobs', jobId: job.jobId })}>Job {job.jobId}</a>, asked for by {asker(job)}
            {job.mayShare && ', which may share keys with this one'}
          </li>
        ))}
      </ul>
      {refused && <p>Wait for its end, or tick &quot;Cancel jobs in the way&quot; below.</p>}
    </Notice>
  );
}

const REACHABLE = 'But there are tombstones in memory. Tick "Flush memory first", and a job reaches them.';

/** Why there is nothing to compact, and what to do instead. */
function Nothing({ plan, reachable }: { plan: RangeList; reachable: boolean }) {
  const worst = worstLeftOut(plan);
  return (
    <Notice kind="warning" title="There is nothing to compact here, so no job can be started.">
      {worst && (
        <p>
          <span className="key">{shortKey(bucketName(worst) ?? keyName(worst.begin))}</span>, on {worst.nodeId}:
          {' '}{onReadersClock(worst.message)}
        </p>
      )}
      <p>{reachable ? REACHABLE : insteadOf(worst?.reason)}</p>
    </Notice>
  );
}

function TurnRow({ turn, node, totals }: { turn: number; node: Node; totals: PlanTotals | undefined }) {
  const { problem } = node;
  const skipped = problem && WITHOUT_ADD_ON.includes(problem.code) ? problem.message : undefined;
  return (
    <tr>
      <td className="number">{turn}</td>
      <th scope="row">
        <span className="whole">{node.nodeId}</span> <span className="muted">{node.role.toLowerCase()}</span>
      </th>
      {skipped ? <td colSpan={6} className="muted">its turn will be skipped: {skipped}</td> : totals ? (
        <>
          <td className="number">{totals.ranges}</td>
          <td className="number">{countInterval(totals.tombstones)}</td>
          <td className="number">{bytes(totals.predictedReadBytes)}</td>
          <td className="number" title={exactBytesInterval(writeBounds(totals))}>{writes(totals)}</td>
          <td className="number">{bytes(totals.collateralBytes)}</td>
          <td className="number">{bytes(totals.snapshotRetainedBytes)}</td>
        </>
      ) : <td colSpan={6} className="muted">no plan: it did not answer, and is skipped if it stays so</td>}
    </tr>
  );
}

function inWords(request: JobRequest, turns: readonly Node[], totals: readonly PlanTotals[]): string {
  const taking = totals.filter((each) => turns.some(({ nodeId }) => nodeId === each.nodeId));
  const sum = (of: (each: PlanTotals) => number) => taking.reduce((total, each) => total + of(each), 0);
  const ranges = sum((each) => each.ranges);
  // Each node holds the same rows: a sum would count them once for every node.
  const mean = (of: (each: PlanTotals) => number) => Math.round(sum(of) / Math.max(1, taking.length));
  // Upper ends of some, and exact numbers of the others, make an upper end.
  const marks = taking.map((each) => each.tombstones.mark);
  const tombstones: CountInterval = {
    low: mean((each) => each.tombstones.low), high: mean((each) => each.tombstones.high),
    shown: mean((each) => each.tombstones.shown),
    mark: marks.find((mark) => mark === 'ABOUT') ?? marks.find((mark) => mark !== 'EXACT') ?? 'EXACT',
  };
  const meanWrite = {
    predictedWriteBytes: mean((each) => each.predictedWriteBytes),
    predictedWrite: { low: mean((each) => writeBounds(each).low), high: mean((each) => writeBounds(each).high) },
  };
  const sentences = [
    `${counted(ranges, 'range')} on ${counted(turns.length, 'node')}, `
      + `${atATime(request.maxParallelNodes)}, best ranges first`
      + `${turns.at(-1)?.role === 'LEADER' && turns.length > 1 ? ', the leader last' : ''}.`,
    ...(request.moveLeader ? ['Before its turn leadership moves to a node whose turn has succeeded.'] : []),
    `On each node they remove ${countInterval(tombstones)} tombstones, read `
      + `${bytes(mean((each) => each.predictedReadBytes))} and write `
      + `${writes(meanWrite)}.`,
    windowInWords(request),
    request.maxWriteRate === undefined
      ? 'The write rate is held to what each OM is configured for.'
      : `A node writes at most ${bytes(request.maxWriteRate)}/s on average over its turn, which takes about `
        + `${duration(meanWrite.predictedWriteBytes / request.maxWriteRate * 1000)} or more then: it pauses after each `
        + 'step, the last one too, as RocksDB is not slowed down inside of one.',
    'Each node plans anew when its turn comes, waits while it is under pressure, and the job can be cancelled at any '
      + 'moment: then no OM takes another step.',
  ];
  return sentences.join(' ');
}

function atATime(asked: number | undefined): string {
  if (asked === undefined) {
    return 'one node at a time unless the OMs are configured for more';
  }
  return asked === 1 ? 'one node at a time' : `up to ${asked} nodes at a time`;
}

function windowInWords({ notBefore, notAfter, window }: JobRequest): string {
  if (window !== undefined) {
    return `It runs in the window of ${window} that is open or opens next; no range starts after that has closed.`;
  }
  if (notBefore === undefined && notAfter === undefined) {
    return 'It starts at once and ends when it is done.';
  }
  const opens = notBefore === undefined ? 'It starts at once' : `It starts at ${time(notBefore)}`;
  return notAfter === undefined ? `${opens} and ends when it is done.`
    : `${opens}; no range starts after ${time(notAfter)}.`;
}
