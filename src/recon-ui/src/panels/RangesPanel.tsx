// SPDX-License-Identifier: Apache-2.0
import type { PlanTotals, Range, RangeList } from '../api/model';
import type { Answer } from '../api/useAnswer';
import { atMost, checksOf, writes } from '../format/ranges';
import { bytes, counted, countInterval } from '../format/units';
import { Asking } from '../parts/Asking';
import { StillToScan, Unanswered } from '../parts/Notice';
import { Panel } from '../parts/Panel';
import { Empty } from '../parts/Waiting';
import { BeforeCompacting } from './BeforeCompacting';
import { RangeTable } from './RangeTable';
import { SkippedRanges } from './SkippedRanges';

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
      hint="What a job would rewrite here: first where a list is slow, then the rest; within each by tombstones per
        byte. Collateral is rewritten beside the range, because files are rewritten whole."
      busy={loading}
    >
      <Asking answer={answer} what="Planning…" failed="The preview could not be made." rows={3} />
      {data && <Unanswered problems={data.unanswered} />}
      {data?.totals.filter(({ ranges }) => ranges > 0).map((totals) => (
        <Cost key={totals.nodeId} totals={totals} shown={data.ranges} />
      ))}
      {data && <BeforeCompacting plan={data} />}
      {data && <StillToScan files={data.filesToScan} />}
      {data?.ranges.length === 0 && data.unanswered.length === 0 && (
        <Empty title={leavesMemory(data) ? 'Nothing to compact on disk yet' : 'Nothing to compact'}>
          <p>{whyNothing(data)}</p>
        </Empty>
      )}
      {data && data.ranges.length > 0 && <RangeTable list={data} stress={stress} compactOnly={compactOnly} />}
      {data && data.skipped.length > 0 && <SkippedRanges list={data} />}
    </Panel>
  );
}

function leavesMemory({ flushes = [] }: RangeList): boolean {
  return flushes.some(({ planned }) => !planned);
}

function whyNothing(list: RangeList): string {
  if (list.skipped.length > 0) {
    return 'Why is listed below.';
  }
  return leavesMemory(list) ? 'The tombstones are in memory, where no range reaches them.'
    : 'These keys hold too few tombstones to be worth it.';
}

/** What the whole plan of a node costs. What its totals do not say is known only where all its ranges are shown. */
function Cost({ totals, shown }: { totals: PlanTotals; shown: readonly Range[] }) {
  const ranges = shown.filter(({ nodeId }) => nodeId === totals.nodeId);
  const checks = ranges.length === totals.ranges ? ranges.reduce((total, range) => total + checksOf(range), 0) : 0;
  return (
    <p className="sentence">
      On <b>{totals.nodeId}</b>, {counted(totals.ranges, 'range')} would
      remove <b>{countInterval(totals.tombstones)}</b> tombstones,
      read <b>{bytes(totals.predictedReadBytes)}</b>, of which {bytes(totals.collateralBytes)} is collateral,
      {checks > 0 && ` and ${bytes(checks)} more for checks,`}
      {' '}and write <b>{writes(totals)}</b>{atMost(totals)}.
      {totals.snapshotRetainedBytes > 0
        && ` Ozone snapshots keep ${bytes(totals.snapshotRetainedBytes)} of the old files on disk.`}
    </p>
  );
}
