// SPDX-License-Identifier: Apache-2.0
import { useState } from 'react';
import type { RangeList, SkippedRange } from '../api/model';
import { keyName, rangeText, shortKey } from '../format/keys';
import { bytes, counted, countInterval, exactCount, onReadersClock, ratioInterval } from '../format/units';

/** More rows help nobody. */
const MAX_ROWS = 50;

export function SkippedRanges({ list }: { list: RangeList }) {
  const [open, setOpen] = useState(false);
  const shown = list.skipped.slice(0, MAX_ROWS);
  const all = list.skippedCount ?? list.skipped.length;
  return (
    <details open={open} onToggle={(event) => { setOpen(event.currentTarget.open); }}>
      <summary>{counted(all, 'range')} left out, and why</summary>
      {open && (
        <ul className="skipped">
          {shown.map((range) => (
            <li key={`${range.nodeId} ${range.table} ${range.begin.base64}`}>
              <span className="key" title={rangeText(range.begin, range.end)}>
                {shortKey(keyName(range.begin))}
              </span>
              {' '}{countInterval(range.tombstones)} tombstones, {ratioInterval(range.tombstoneRatio)}:
              {' '}{onReadersClock(range.message)}{price(range)}
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

function price({ predictedReadBytes, predictedWriteBytes }: SkippedRange): string {
  return predictedReadBytes === undefined || predictedWriteBytes === undefined ? ''
    : ` Taking it too reads ${bytes(predictedReadBytes)} and writes ${bytes(predictedWriteBytes)}.`;
}
