// SPDX-License-Identifier: Apache-2.0
import type { Service, ServiceRange } from '../api/model';
import { keyName, rangeText, shortKey } from '../format/keys';
import { bucketsOf, waitOf } from '../format/spans';
import {
  bytes, countInterval, exactCount, exactCountInterval, expectedBytes, NONE, onReadersClock, time,
} from '../format/units';
import { WideTable } from '../parts/WideTable';
import { mapOf } from '../url/mapOf';
import { toHash } from '../url/address';

const COLUMNS = 7;

/** Which ranges the service of an OM has seen, what it makes of each, and why. */
export function ServiceRanges({ service }: { service: Service }) {
  const { nodeId, looked, ranges, rangesLeftOut, hold } = service;
  if (ranges.length === 0) {
    return looked !== undefined && <p className="muted">No range holds enough tombstones to be judged.</p>;
  }
  return (
    <WideTable label={`Ranges that ${nodeId} has judged`}>
      <table className="service-ranges">
        <thead>
          <tr>
            <th scope="col">Bucket, table</th>
            <th scope="col" className="number" title="Tombstones that compacting it removes">Removes</th>
            <th scope="col" className="number" title="At the slowest place in the range">List waits</th>
            <th scope="col" title="No tombstone of it is older">Oldest</th>
            <th scope="col" className="number">Read</th>
            <th scope="col" className="number">Write</th>
            <th scope="col" title="What the service makes of it now">Choice</th>
          </tr>
        </thead>
        <tbody>
          {ranges.map((range) => (
            <RangeRow
              key={`${range.table} ${range.begin.base64} ${range.end.base64}`}
              range={range}
              nodeId={nodeId}
              paused={hold === 'PAUSED'}
            />
          ))}
        </tbody>
      </table>
      {rangesLeftOut > 0 && (
        <p className="hint">The first {ranges.length} of {exactCount(ranges.length + rangesLeftOut)} ranges.</p>
      )}
    </WideTable>
  );
}

function RangeRow({ range, nodeId, paused }: { range: ServiceRange; nodeId: string; paused: boolean }) {
  const { table, begin, end, tombstones, oldest, choice, message } = range;
  const chosen = choice === 'CHOSEN';
  return (
    <>
      <tr className={`with-note ${choice === 'BELOW_MINIMUM' ? 'peaceful' : ''}`}>
        <th scope="row" className="name">
          <a href={toHash(mapOf({ ...range, nodeId }))} title={rangeText(begin, end)}>
            {bucketsOf(range) ?? shortKey(keyName(begin), 44)}
          </a>
          <small>{table}</small>
        </th>
        <td className="number" title={exactCountInterval(tombstones)}>{countInterval(tombstones)}</td>
        <td className="number">{waitOf(range)}</td>
        <td>{time(oldest)}</td>
        <td className="number">{size(range.predictedReadBytes)}</td>
        <td className="number">{written(range)}</td>
        <td>
          <span className={`tag ${chosen ? (paused ? 'tag-warn' : 'tag-good') : ''}`}>
            {choice}{chosen && paused && ', paused'}
          </span>
        </td>
      </tr>
      <tr className={`note ${chosen ? 'why' : ''}`}><td colSpan={COLUMNS}><p>{onReadersClock(message)}</p></td></tr>
    </>
  );
}

function size(predicted: number | undefined): string {
  return predicted === undefined ? NONE : bytes(predicted);
}

/** A flush has an expected size only. */
function written({ predictedWriteBytes, predictedWrite }: ServiceRange): string {
  if (predictedWriteBytes === undefined) {
    return NONE;
  }
  return predictedWrite === undefined ? `~${bytes(predictedWriteBytes)}`
    : expectedBytes(predictedWriteBytes, predictedWrite);
}
