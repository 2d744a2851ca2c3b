// SPDX-License-Identifier: Apache-2.0
import type { Turn, TurnFigures } from '../api/model';
import { hasEnded } from '../format/jobs';
import { bytes, count, duration, micros, NONE, onReadersClock } from '../format/units';
import { Meter } from '../parts/Meter';
import { StateTag } from '../parts/StateTag';
import { WideTable } from '../parts/WideTable';

/** @param leader the node that leads now; undefined if not known */
export function TurnsTable({ turns, leader }: { turns: readonly Turn[]; leader: string | undefined }) {
  return (
    <WideTable label="Turns">
      <table>
        <thead>
          <tr>
            <th scope="col">Node</th>
            <th scope="col">State</th>
            <th scope="col">Ranges</th>
            <th scope="col">Read</th>
            <th scope="col">Written</th>
            <th scope="col" className="number">Tombstones</th>
            <th scope="col" className="number">Seek</th>
            <th scope="col" className="number">Waited</th>
          </tr>
        </thead>
        <tbody>{inOrder(turns, leader).map((turn) => <TurnRow key={turn.nodeId} turn={turn} />)}</tbody>
      </table>
    </WideTable>
  );
}

/** As they began, then those to come: the leader is last. */
function inOrder(turns: readonly Turn[], leader: string | undefined): Turn[] {
  const place = ({ started, nodeId }: Turn) => (started === undefined
    ? Number.MAX_SAFE_INTEGER - (nodeId === leader ? 0 : 1) : new Date(started).getTime());
  return [...turns].sort((a, b) => place(a) - place(b));
}

function TurnRow({ turn }: { turn: Turn }) {
  const { nodeId, state, figures } = turn;
  const notes = notesOf(turn);
  return (
    <>
      <tr className={notes.length > 0 ? 'with-note' : ''}>
        <th scope="row" className="whole">{nodeId}</th>
        <td><StateTag state={state} /></td>
        {figures ? <Figures turn={turn} figures={figures} /> : (
          <td colSpan={6} className="muted">{state === 'WAITING' ? 'not begun' : NONE}</td>
        )}
      </tr>
      {notes.length > 0 && (
        <tr className="note"><td colSpan={8}>{notes.map((note) => <p key={note}>{note}</p>)}</td></tr>
      )}
    </>
  );
}

function Figures({ turn, figures }: { turn: Turn; figures: TurnFigures }) {
  const { nodeId, state } = turn;
  const tone = hasEnded(turn) ? 'muted' : 'accent';
  const done = state === 'SUCCEEDED';
  return (
    <>
      <td>
        <Meter
          label={`Ranges of ${nodeId}`}
          value={figures.rangesDone}
          of={figures.rangesTotal}
          text={`${figures.rangesDone} of ${figures.rangesTotal}`}
          tone={tone}
        />
      </td>
      <td>
        <AgainstPlan
          label={`Read on ${nodeId}`}
          actual={figures.readBytes}
          predicted={figures.predictedReadBytes}
          done={done}
        />
      </td>
      <td>
        <AgainstPlan
          label={`Written on ${nodeId}`}
          actual={figures.writeBytes}
          predicted={figures.predictedWriteBytes}
          done={done}
        />
      </td>
      <td className="number broken">
        <Change before={figures.tombstonesBefore} after={figures.tombstonesAfter} text={count} />
      </td>
      <td className="number broken">
        <Change before={figures.seekMicrosBefore} after={figures.seekMicrosAfter} text={micros} />
      </td>
      <td className="number broken">{duration(figures.waitedMillis)}</td>
    </>
  );
}

interface AgainstPlanProps {
  label: string;
  actual: number;
  predicted: number;
  /** Nothing is left to do, whatever was predicted. */
  done: boolean;
}

/** Actual bytes against predicted ones; above the plan is a warning. */
function AgainstPlan({ label, actual, predicted, done }: AgainstPlanProps) {
  return (
    <Meter
      label={label}
      value={done ? 1 : actual}
      of={done ? 1 : predicted}
      text={`${bytes(actual)} of ${bytes(predicted)}`}
      tone={actual > predicted * 1.1 ? 'warn' : 'muted'}
    />
  );
}

interface ChangeProps {
  before: number | undefined;
  after: number | undefined;
  text: (value: number) => string;
}

function Change({ before, after, text }: ChangeProps) {
  if (before === undefined) {
    return NONE;
  }
  return (
    <>
      <span className="whole">{text(before)}</span>
      {after !== undefined && <> → <span className="whole">{text(after)}</span></>}
    </>
  );
}

function notesOf({ waitingFor, message, reason, figures, state }: Turn): string[] {
  const notes = [];
  if (waitingFor && (state === 'RUNNING' || state === 'WAITING')) {
    notes.push(`Waits: ${onReadersClock(waitingFor.message)}`);
  }
  if (figures?.largeStepBytes !== undefined && state === 'RUNNING') {
    notes.push(`Compacts ${bytes(figures.largeStepBytes)} at once, as a smaller step cannot do it; a cancel waits for `
      + 'its end.');
  }
  if (figures?.flushedBytes !== undefined) {
    notes.push(`${bytes(figures.flushedBytes)} of memory were flushed to SST files meanwhile.`);
  }
  if (message !== undefined || reason !== undefined) {
    notes.push(message === undefined ? (reason ?? '').toLowerCase().replace(/_/g, ' ') : onReadersClock(message));
  }
  if (figures && figures.rangesDropped > 0) {
    notes.push(`${figures.rangesDropped} dropped: no longer worth it when their turn came.`);
  }
  return notes;
}
