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

/** Tombstones in memory: what the job writes to disk first, and what no range reaches. */
function InMemory({ flushes }: { flushes: readonly FlushCost[] }) {
  const left = flushes.some(({ planned }) => !planned);
  return (
    <Notice kind="info" title="Tombstones in memory:">
      <ul>
        {flushes.map(({ nodeId, table, memtableTombstones, predictedWriteBytes, planned }) => (
          <li key={`${nodeId} ${table}`}>
            <b>{nodeId}:</b> {countInterval(memtableTombstones)} of {table}; {planned
              ? <>the job first writes them to an SST file of about {bytes(predictedWriteBytes)}, which the figures
                include.</>
              : <>no range reaches them unless they are written to an SST file of
                about {bytes(predictedWriteBytes)}.</>}
          </li>
        ))}
      </ul>
      {left && (
        <p>A job with &quot;Flush memory first&quot; writes them, and then rewrites that file with what is below it.</p>
      )}
    </Notice>
  );
}
