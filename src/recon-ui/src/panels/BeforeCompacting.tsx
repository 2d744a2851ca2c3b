// SPDX-License-Identifier: Apache-2.0
import type { FlushCost, RangeList } from '../api/model';
import { bytes, countInterval } from '../format/units';
import { Notice } from '../parts/Notice';
import { Remarks } from '../parts/Remarks';

/** What the OMs want known before anything is compacted. */
export function BeforeCompacting({ plan: { remarks, flushes = [], totals } }: { plan: RangeList }) {
  return (
    <>
      <Remarks remarks={remarks} nodeIds={totals.map(({ nodeId }) => nodeId)} />
      {flushes.length > 0 && <InMemory flushes={flushes} />}
    </>
  );
}

/** Tombstones that no range reaches, and what it costs to change that. */
function InMemory({ flushes }: { flushes: readonly FlushCost[] }) {
  return (
    <Notice kind="info" title="Tombstones in memory, where no range reaches them:">
      <ul>
        {flushes.map(({ nodeId, table, memtableTombstones, predictedWriteBytes }) => (
          <li key={`${nodeId} ${table}`}>
            <b>{nodeId}:</b> {countInterval(memtableTombstones)} of {table}; writing them to an SST file
            takes {bytes(predictedWriteBytes)} at most.
          </li>
        ))}
      </ul>
      <p>A job with &quot;Flush memory first&quot; writes them, and then rewrites that file with what lies below it.</p>
    </Notice>
  );
}
