// SPDX-License-Identifier: Apache-2.0
import type { Service, ServiceRound } from '../api/model';
import { bytes, count, counted, time } from '../format/units';
import { Meter } from '../parts/Meter';
import { StateTag } from '../parts/StateTag';
import { toHash } from '../url/address';

/** When the service may compact, how much it has, what it did last. */
export function ServiceFacts({ service }: { service: Service }) {
  const { state, mode, windows, exclude = [], lastRound, looked, looksAgain } = service;
  if (state === 'OFF' || state === 'FAULTY') {
    return null;
  }
  return (
    <dl className="panel-facts">
      <dt>Mode</dt>
      <dd>{mode.toLowerCase()}</dd>
      <dt>Windows</dt>
      <dd>{windows}{opens(service)}</dd>
      {exclude.length > 0 && (
        <>
          <dt>Excluded</dt>
          <dd>{exclude.join(', ')}</dd>
        </>
      )}
      <Spent service={service} />
      <PausedBy service={service} />
      {lastRound && (
        <>
          <dt>Last round</dt>
          <dd>
            <Round round={lastRound} />
            {lastRound.failures?.map((failure) => <div key={failure}>{failure}</div>)}
          </dd>
        </>
      )}
      {looked !== undefined && (
        <>
          <dt>Looked</dt>
          <dd>{time(looked)} on {service.nodeId}{looksAgain && `, looks again ${time(looksAgain)}`}</dd>
        </>
      )}
    </dl>
  );
}

/** When closed windows open, and for which days off no sooner, if the message does not say so already. */
function opens({ hold, windowsOpen, daysOff }: Service): string {
  return windowsOpen === undefined || hold === 'WINDOW_CLOSED' ? ''
    : `, open ${time(windowsOpen)}${daysOff === undefined ? '' : `, no sooner because of days off: ${daysOff}`}`;
}

function Spent({ service: { spentBytes, dailyBytes } }: { service: Service }) {
  if (spentBytes === undefined) {
    return null;
  }
  return (
    <>
      <dt>Written</dt>
      <dd className="spent">
        <Meter
          label="Written in the last 24 hours, of what rounds may write"
          value={spentBytes}
          of={dailyBytes}
          text={`${bytes(spentBytes)} of ${bytes(dailyBytes)} in 24 hours`}
          tone={spentBytes >= dailyBytes ? 'warn' : 'accent'}
        />
      </dd>
    </>
  );
}

/** On the reader's clock; the message tells it too, but not of a service that would not compact anyway. */
function PausedBy({ service: { pausedBy, pausedUntil } }: { service: Service }) {
  if (pausedBy === undefined) {
    return null;
  }
  return (
    <>
      <dt>Paused</dt>
      <dd>by {pausedBy}, {pausedUntil === undefined ? 'until somebody resumes it' : `until ${time(pausedUntil)}`}</dd>
    </>
  );
}

function Round({ round }: { round: ServiceRound }) {
  const { jobId, state, begun, ended, ranges, predictedTombstones, tombstonesRemoved, writeBytes } = round;
  return (
    <>
      <a href={toHash({ page: 'jobs', jobId })} title={jobId}>{jobId.slice(0, 8)}</a> <StateTag state={state} />
      {' '}<b>{count(tombstonesRemoved)}</b> tombstones removed, {count(predictedTombstones)} predicted in SST files,
      in {counted(ranges, 'range')}, <b>{bytes(writeBytes)}</b> written,
      begun {time(begun)}{ended && `, ended ${time(ended)}`}
    </>
  );
}
