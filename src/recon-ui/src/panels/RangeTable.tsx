// SPDX-License-Identifier: Apache-2.0
import type { Range, RangeList } from '../api/model';
import { keyName, rangeName, rangeText, shortKey } from '../format/keys';
import { checksOf, writeBounds, writes } from '../format/ranges';
import { bucketsOf } from '../format/spans';
import {
  bytes, count, counted, countInterval, exactBytesInterval, exactCount, exactCountInterval, wait,
} from '../format/units';
import { WideTable } from '../parts/WideTable';

/** More rows help nobody; all ranges are on the map and in the job. */
const MAX_ROWS = 50;

interface RangeTableProps {
  list: RangeList;
  /** Stresses a range on the map, by rank. */
  stress: (rank: number | undefined) => void;
  /** Opens the trigger dialog for one `BEGIN..END`. */
  compactOnly: (range: string) => void;
}

const COLUMNS = 9;

export function RangeTable({ list, stress, compactOnly }: RangeTableProps) {
  const { ranges, totalCount } = list;
  const oversized = ranges.filter((range) => range.oversized).length;
  const severalBuckets = new Set(ranges.map(bucketsOf)).size > 1
    || ranges.some(({ bucketCount = 0 }) => bucketCount > 1);
  return (
    <WideTable label="Ranges">
      <table className="ranges">
        <thead>
          <tr>
            <th scope="col" className="number">Order</th>
            <th scope="col">First and last key</th>
            <th scope="col" className="number">Files</th>
            <th scope="col" className="number" title="Tombstones that compacting it is expected to remove">Removes</th>
            <th scope="col" className="number">Read</th>
            <th scope="col" className="number">Write</th>
            <th scope="col" className="number">Collateral</th>
            <th
              scope="col"
              className="number"
              title="Tombstones expected to go away per MB read and written, which makes the order"
            >
              Per MB
            </th>
            <th scope="col"><span className="unseen">Actions</span></th>
          </tr>
        </thead>
        <tbody>
          {ranges.slice(0, MAX_ROWS).map((range) => (
            <RangeRow
              key={`${range.nodeId} ${range.rank}`}
              range={range}
              bucket={severalBuckets}
              stress={stress}
              compactOnly={compactOnly}
            />
          ))}
        </tbody>
      </table>
      {totalCount > MAX_ROWS && (
        <p className="hint">
          The best {MAX_ROWS} of {exactCount(totalCount)} ranges; the map
          shows {ranges.length < totalCount ? `the best ${exactCount(ranges.length)}` : 'all of them'}.
        </p>
      )}
      {oversized > 0 && (
        <p className="hint">
          {counted(oversized, 'range')} above the largest size that a range should have, and not to be split: files are
          compacted whole.
        </p>
      )}
    </WideTable>
  );
}

type RangeRowProps = Omit<RangeTableProps, 'list'> & {
  range: Range;
  /** Whether it has to be said whose keys it holds. */
  bucket: boolean;
};

/** The order of ranges, by the upper end of what they remove. */
function perMegabyte({ tombstones, tombstonesPerMegabyte }: Range): string {
  return `${tombstones.low === tombstones.high ? '' : '≤'}${count(Math.round(tombstonesPerMegabyte))}`;
}

function RangeRow({ range, bucket, stress, compactOnly }: RangeRowProps) {
  const { rank, why, waitMicros } = range;
  const keys = rangeText(range.begin, range.end);
  const checks = checksOf(range);
  const kept = range.snapshotRetainedBytes;
  return (
    <>
      <tr
        className={why === undefined ? '' : 'with-note'}
        onPointerEnter={() => { stress(rank); }}
        onPointerLeave={() => { stress(undefined); }}
        onFocus={() => { stress(rank); }}
        onBlur={() => { stress(undefined); }}
      >
        <td className="number"><span className="rank">{rank}</span></td>
        <td className="keys" title={keys}>
          {bucket && <b>{bucketsOf(range) ?? 'no bucket'}</b>}
          <span className="key">{shortKey(keyName(range.begin), 52)}</span>
          <span className="key">{shortKey(keyName(range.end), 52)}</span>
          {rangeName(range.begin, range.end) !== undefined && <small className="key">{shortKey(keys, 48)}</small>}
        </td>
        <td className="number">
          {range.oversized && <><span className="tag tag-warn">large</span>{' '}</>}{count(range.files)}
        </td>
        <td className="number" title={exactCountInterval(range.tombstones)}>{countInterval(range.tombstones)}</td>
        <td className="number">
          {bytes(range.predictedReadBytes)}
          {range.l0ReadBytes !== undefined && (
            <small title="Brings L0 down first, in one step larger than a range should be: a cancel waits for its end">
              {bytes(range.l0ReadBytes)} for L0
            </small>
          )}
          {checks > 0 && <small title="Read besides, to verify checksums and to count">+{bytes(checks)} checks</small>}
        </td>
        <td className="number" title={exactBytesInterval(writeBounds(range))}>
          {writes(range)}
          {kept > 0 && (
            <small title="Old files that stay on disk because Ozone snapshots need them">{bytes(kept)} kept</small>
          )}
        </td>
        <td className="number">{bytes(range.collateralBytes)}</td>
        <td className="number">{perMegabyte(range)}</td>
        <td className="row-actions">
          <button type="button" className="small" onClick={() => { compactOnly(keys); }}>
            Only this…<span className="unseen"> range {rank}</span>
          </button>
        </td>
      </tr>
      {why !== undefined && (
        <tr className="note why">
          <td colSpan={COLUMNS}>
            <p>{waitMicros !== undefined && <b>A list waits {wait(waitMicros)}. </b>}{why}</p>
          </td>
        </tr>
      )}
    </>
  );
}
