// SPDX-License-Identifier: Apache-2.0
import { query } from '../api/client';
import type { BucketList, Node } from '../api/model';
import { untilComplete } from '../api/untilComplete';
import { useAnswer } from '../api/useAnswer';
import { scopeOfOverview } from '../command/jobRequest';
import { bytes, counted, exactCount } from '../format/units';
import { Asking } from '../parts/Asking';
import { Notice, StillToScan, Unanswered } from '../parts/Notice';
import { Panel } from '../parts/Panel';
import { Remarks } from '../parts/Remarks';
import { useNarrow } from '../parts/useMedia';
import { Empty } from '../parts/Waiting';
import { firstPage, nextPage, previousPage, ROWS } from '../url/pages';
import type { BucketFilter, OverviewPlace } from '../url/place';
import { BucketFilters } from './BucketFilters';
import { BucketTable } from './BucketTable';
import { WholeTables } from './WholeTables';

interface BucketsPanelProps {
  place: OverviewPlace;
  nodes: readonly Node[];
  go: (place: OverviewPlace) => void;
}

export function BucketsPanel({ place, nodes, go }: BucketsPanelProps) {
  const { filter } = place;
  const scope = scopeOfOverview(place);
  const path = `buckets${query({ ...filter, limit: ROWS, prevKey: place.prevKey })}`;
  const answer = useAnswer<BucketList>(path, untilComplete);
  const { data } = answer;
  const change = (changed: BucketFilter) => { go({ page: 'overview', filter: changed }); };
  const narrow = useNarrow();
  const filters = <BucketFilters filter={filter} nodes={nodes} change={change} />;
  return (
    <Panel
      title="Buckets"
      hint={<>Deleted keys stay behind as <dfn>tombstones</dfn> until their files are rewritten. Lists and scans must
        step over every one, so people wait where many lie in a row. Slow lists come first; rows where nothing is wrong
        are grey.</>}
      busy={answer.loading}
      actions={(
        <button
          type="button"
          disabled={scope === undefined}
          title={scope ? undefined : 'A job names what it compacts: choose a row, or filter by volume or bucket'}
          onClick={() => { go({ ...place, trigger: true }); }}
        >
          {isNarrowed(filter) ? 'Compact what matches…' : 'Compact all that is worth it…'}
        </button>
      )}
    >
      {!narrow && filters}
      <Asking answer={answer} what="Counting tombstones…" failed="The buckets could not be read." rows={8} />
      {data && <Unanswered problems={data.unanswered} />}
      {data?.slowCount !== undefined && (
        <p className="headline" role="status">{headline(data.slowCount, data.unmeasuredCount ?? 0)}</p>
      )}
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
        <Empty title={isNarrowed(filter) ? 'No bucket matches' : 'No bucket has keys yet'}>
          <p>
            {isNarrowed(filter)
              ? 'Loosen a filter: another part of the name, a lower minimum, another table, or another node.'
              : 'As soon as keys are written, their buckets are listed here.'}
          </p>
        </Empty>
      )}
      {data && data.buckets.length > 0 && <BucketTable list={data} filter={filter} change={change} />}
      {data && data.buckets.length > 0 && (
        <Pages place={place} list={data} go={(there) => { if (!answer.loading) { go(there); } }} />
      )}
      {narrow && filters}
      {data && data.buckets.length > 0 && <WholeTables tables={data.tables} />}
    </Panel>
  );
}

function headline(slow: number, unmeasured: number): string {
  const found = slow === 0 ? 'No list is slow' : slow === 1 ? '1 row is slow' : `${exactCount(slow)} rows are slow`;
  const rest = unmeasured === 0 ? '' : `; ${counted(unmeasured, 'row')} not measured`;
  return `${found}${rest}.`;
}

function sizeOf({ bytesToScan = 0 }: BucketList): string {
  return bytesToScan > 0 ? `, ${bytes(bytesToScan)}` : '';
}

function isNarrowed({ search, volume, bucket, table, minRatio, minTombstones }: BucketFilter): boolean {
  return [search, volume, bucket, table, minRatio, minTombstones].some((value) => value !== undefined);
}

function Pages({ place, list, go }: { place: OverviewPlace; list: BucketList; go: (place: OverviewPlace) => void }) {
  const before = place.rowsBefore ?? 0;
  const last = before + list.buckets.length;
  const isFirst = place.prevKey === undefined;
  const previous = previousPage(place);
  const next = list.nextKey === undefined ? undefined : nextPage(place, list.nextKey, last);
  return (
    <nav className="pages" aria-label="Pages of buckets">
      <span role="status">
        Rows {exactCount(before + 1)} to {exactCount(last)} of {exactCount(list.totalCount)}
      </span>
      <button type="button" disabled={isFirst} onClick={() => { go(firstPage(place)); }}>First page</button>
      <button
        type="button"
        disabled={!previous}
        title={isFirst || previous ? undefined : 'The address does not say where the page before begins'}
        onClick={() => { if (previous) { go(previous); } }}
      >
        Previous page
      </button>
      <button
        type="button"
        disabled={!next}
        title={isFirst && !next && last < list.totalCount
          ? 'These are the first rows of each OM: choose one OM to see more' : undefined}
        onClick={() => { if (next) { go(next); } }}
      >
        Next page
      </button>
    </nav>
  );
}
