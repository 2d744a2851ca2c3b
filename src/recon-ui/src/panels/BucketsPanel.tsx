// SPDX-License-Identifier: Apache-2.0
import { query } from '../api/client';
import type { BucketList } from '../api/model';
import { pollWhileIncomplete } from '../api/pollWhileIncomplete';
import { useAnswer } from '../api/useAnswer';
import { scopeOfOverview } from '../command/jobRequest';
import { bytes, counted } from '../format/units';
import { Asking } from '../parts/Asking';
import { Fold } from '../parts/Fold';
import { Notice, StillToScan, Unanswered } from '../parts/Notice';
import { Pages } from '../parts/Pages';
import { Panel } from '../parts/Panel';
import { Remarks } from '../parts/Remarks';
import { useNarrow } from '../parts/useMedia';
import { Empty } from '../parts/Waiting';
import { isNarrowed } from '../url/filter';
import { BUCKETS, FIRST_PAGE } from '../url/pages';
import type { BucketFilter, OverviewAddress } from '../url/address';
import { BucketMinimums } from './BucketMinimums';
import { BucketTable } from './BucketTable';
import { WholeTables } from './WholeTables';

interface BucketsPanelProps {
  address: OverviewAddress;
  go: (address: OverviewAddress) => void;
}

export function BucketsPanel({ address, go }: BucketsPanelProps) {
  const { filter, buckets: paging } = address;
  const scope = scopeOfOverview(address);
  const path = `buckets${query({ ...filter, limit: BUCKETS, prevKey: paging.prevKey })}`;
  const answer = useAnswer<BucketList>(path, pollWhileIncomplete);
  const { data } = answer;
  // What is shown of slow places stays: neither minimums nor the order are about them.
  const change = (changed: BucketFilter) => { go({ ...address, filter: changed, buckets: FIRST_PAGE }); };
  const narrow = useNarrow();
  const minimums = <BucketMinimums filter={filter} change={change} />;
  return (
    <Panel
      title="Buckets"
      hint="How many tombstones each bucket has in each table. Buckets whose lists meet a slow place come first; rows
        where nothing is wrong are grey."
      busy={answer.loading}
      actions={(
        <button
          type="button"
          disabled={scope === undefined}
          title={scope ? undefined : 'A job names what it compacts: choose a row, or filter by volume or bucket'}
          onClick={() => { go({ ...address, trigger: true }); }}
        >
          {isFiltered(filter) ? 'Compact what matches…' : 'Compact all that is worth it…'}
        </button>
      )}
    >
      {narrow ? <Fold title="Filter buckets" open={isFiltered(filter)}>{minimums}</Fold> : minimums}
      <Asking answer={answer} what="Counting tombstones…" failed="The buckets could not be read." rows={8} />
      {data && <Unanswered problems={data.unanswered} />}
      {data && <Remarks remarks={data.remarks} nodeIds={data.buckets.map(({ nodeId }) => nodeId)} />}
      {data && !filter.exact && (
        <StillToScan files={data.filesToScan}>
          <p>Their rows may hide runs. Tick Exact counts to have all scanned that matter.</p>
        </StillToScan>
      )}
      {data && data.filesToScan > 0 && filter.exact && (
        <Notice kind="info" title={`Counting exactly: ${counted(data.filesToScan, 'file')} to scan${sizeOf(data)}.`}>
          <p>Until then counts and ratios of some rows are intervals. They narrow by themselves.</p>
        </Notice>
      )}
      {data?.buckets.length === 0 && (
        <Empty title={isFiltered(filter) ? 'No bucket matches' : 'No bucket has keys yet'}>
          <p>
            {isFiltered(filter)
              ? 'Loosen a filter: another part of the name, a lower minimum, another table, or another node.'
              : 'As soon as keys are written, their buckets are listed here.'}
          </p>
        </Empty>
      )}
      {data && data.buckets.length > 0 && <BucketTable list={data} filter={filter} change={change} />}
      {data && data.buckets.length > 0 && (
        <Pages
          of="Rows"
          list="buckets"
          paging={paging}
          size={BUCKETS}
          rows={data.buckets.length}
          totalCount={data.totalCount}
          nextKey={data.nextKey}
          go={(there) => { if (!answer.loading) { go({ ...address, buckets: there }); } }}
        />
      )}
      {data && data.buckets.length > 0 && <WholeTables tables={data.tables} />}
    </Panel>
  );
}

function sizeOf({ bytesToScan = 0 }: BucketList): string {
  return bytesToScan > 0 ? `, ${bytes(bytesToScan)}` : '';
}

/** Whether some rows of an OM are left out. */
function isFiltered(filter: BucketFilter): boolean {
  return isNarrowed(filter) || filter.minRatio !== undefined || filter.minTombstones !== undefined;
}
