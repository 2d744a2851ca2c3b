// SPDX-License-Identifier: Apache-2.0
import { useState } from 'react';
import type { RangeList } from '../api/model';
import type { Answer } from '../api/useAnswer';
import { rangeText, shortKey } from '../format/keys';
import { bytes, count, countInterval, counted, exactCount, exactCountInterval, ratioInterval } from '../format/units';
import { Asking } from '../parts/Asking';
import { Notice, Unanswered } from '../parts/Notice';
import { Panel } from '../parts/Panel';
import { Empty } from '../parts/Waiting';

/** More rows help nobody; all ranges are on the map and in the job. */
const MOST_ROWS = 50;

interface RangesPanelProps {
  answer: Answer<RangeList>;
  /** Stresses a range on the map, by rank. */
  stress: (rank: number | undefined) => void;
  /** Opens the trigger dialog for one `BEGIN..END`. */
  compactOnly: (range: string) => void;
}

export function RangesPanel({ answer, stress, compactOnly }: RangesPanelProps) {
  const { data, loading } = answer;
  return (
    <Panel
      title="Preview: ranges to compact"
      hint="What a job would rewrite here, best first: most tombstones removed per byte. Collateral is rewritten beside
        the range, because files are rewritten whole."
      busy={loading}
    >
      <Asking answer={answer} what="Planning…" failed="The preview could not be made." rows={3} />
      {data && <Unanswered problems={data.unanswered} />}
      {data?.totals.map((totals) => (
        <p key={totals.nodeId} className="sentence">
          On <b>{totals.nodeId}</b>, {counted(totals.ranges, 'range')} would
          remove <b>{countInterval(totals.tombstones)}</b> tombstones,
          read <b>{bytes(totals.predictedReadBytes)}</b>, of which {bytes(totals.collateralBytes)} is collateral,
          and write <b>{bytes(totals.predictedWriteBytes)}</b>.
          {totals.snapshotRetainedBytes > 0
            && ` Ozone snapshots keep ${bytes(totals.snapshotRetainedBytes)} of the old files on disk.`}
        </p>
      ))}
      {data && data.filesToScan > 0 && (
        <Notice kind="info" title={`${counted(data.filesToScan, 'shared file')} not counted exactly.`} />
      )}
      {data?.ranges.length === 0 && data.unanswered.length === 0 && (
        <Empty title="Nothing to compact">
          <p>
            {data.skipped.length > 0 ? 'Why is listed below.' : 'These keys hold too few tombstones to be worth it.'}
          </p>
        </Empty>
      )}
      {data && data.ranges.length > 0 && <RangeTable list={data} stress={stress} compactOnly={compactOnly} />}
      {data && data.skipped.length > 0 && <Skipped list={data} />}
    </Panel>
  );
}

type RangeTableProps = Omit<RangesPanelProps, 'answer'> & { list: RangeList };

function RangeTable({ list, stress, compactOnly }: RangeTableProps) {
  const { ranges, totalCount } = list;
  const oversized = ranges.filter((range) => range.oversized).length;
  return (
    <div className="table-wrap" tabIndex={0} role="group" aria-label="Ranges, scrollable">
      <table>
        <thead>
          <tr>
            <th scope="col" className="number">Order</th>
            <th scope="col">First and last key</th>
            <th scope="col" className="number">Files</th>
            <th scope="col" className="number">Tombstones</th>
            <th scope="col" className="number">Read</th>
            <th scope="col" className="number">Write</th>
            <th scope="col" className="number">Collateral</th>
            <th scope="col" className="number" title="Old files that stay on disk because Ozone snapshots need them">
              Kept by snapshots
            </th>
            <th
              scope="col"
              className="number"
              title="Tombstones expected to go away per MB read and written, which makes the order"
            >
              Removed per MB
            </th>
            <th scope="col"><span className="unseen">Actions</span></th>
          </tr>
        </thead>
        <tbody>
          {ranges.slice(0, MOST_ROWS).map((range) => (
            <tr
              key={`${range.nodeId} ${range.rank}`}
              onPointerEnter={() => { stress(range.rank); }}
              onPointerLeave={() => { stress(undefined); }}
              onFocus={() => { stress(range.rank); }}
              onBlur={() => { stress(undefined); }}
            >
              <td className="number"><span className="rank">{range.rank}</span></td>
              <td className="key two-lines" title={rangeText(range.begin, range.end)}>
                <span>{shortKey(range.begin.text, 52)}</span><span>{shortKey(range.end.text, 52)}</span>
              </td>
              <td className="number">
                {range.oversized && <><span className="tag tag-warn">large</span>{' '}</>}{count(range.files)}
              </td>
              <td className="number" title={exactCountInterval(range.tombstones)}>{countInterval(range.tombstones)}</td>
              <td className="number">{bytes(range.predictedReadBytes)}</td>
              <td className="number">{bytes(range.predictedWriteBytes)}</td>
              <td className="number">{bytes(range.collateralBytes)}</td>
              <td className="number">{bytes(range.snapshotRetainedBytes)}</td>
              <td className="number">{count(Math.round(range.tombstonesPerMegabyte))}</td>
              <td className="row-actions">
                <button
                  type="button"
                  className="small"
                  onClick={() => { compactOnly(rangeText(range.begin, range.end)); }}
                >
                  Only this…<span className="unseen"> range {range.rank}</span>
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {totalCount > MOST_ROWS && (
        <p className="hint">
          The best {MOST_ROWS} of {exactCount(totalCount)} ranges; the map
          shows {ranges.length < totalCount ? `the best ${exactCount(ranges.length)}` : 'all of them'}.
        </p>
      )}
      {oversized > 0 && (
        <p className="hint">
          {counted(oversized, 'range')} above the largest size that a range should have, and not to be split: files are
          compacted whole.
        </p>
      )}
    </div>
  );
}

function Skipped({ list }: { list: RangeList }) {
  const [open, setOpen] = useState(false);
  const shown = list.skipped.slice(0, MOST_ROWS);
  const all = list.skippedCount ?? list.skipped.length;
  return (
    <details open={open} onToggle={(event) => { setOpen(event.currentTarget.open); }}>
      <summary>{counted(all, 'range')} left out, and why</summary>
      {open && (
        <ul className="skipped">
          {shown.map((range) => (
            <li key={`${range.nodeId} ${range.table} ${range.begin.base64}`}>
              <span className="key" title={rangeText(range.begin, range.end)}>{shortKey(range.begin.text)}</span>
              {' '}{countInterval(range.tombstones)} tombstones, {ratioInterval(range.tombstoneRatio)}: {range.message}
            </li>
          ))}
        </ul>
      )}
      {open && shown.length < all && (
        <p className="hint">The first {shown.length} of {exactCount(all)}, most tombstones first.</p>
      )}
    </details>
  );
}
