// SPDX-License-Identifier: Apache-2.0
import { query } from '../api/client';
import type { Node, SlowPlaceList } from '../api/model';
import { pollWhileIncomplete } from '../api/pollWhileIncomplete';
import { useAnswer } from '../api/useAnswer';
import { elsewhere, headline, nodesOf } from '../format/slowPlaces';
import { Asking } from '../parts/Asking';
import { Fold } from '../parts/Fold';
import { Unanswered } from '../parts/Notice';
import { Pages } from '../parts/Pages';
import { Panel } from '../parts/Panel';
import { Remarks } from '../parts/Remarks';
import { useNarrow } from '../parts/useMedia';
import { isNarrowed, keysOf } from '../url/filter';
import { SLOW_PLACES } from '../url/pages';
import { START, toHash, type BucketFilter, type OverviewAddress } from '../url/address';
import { KeysFilters } from './KeysFilters';
import { SlowPlaceTable } from './SlowPlaceTable';

interface SlowPlacesPanelProps {
  address: OverviewAddress;
  nodes: readonly Node[];
  go: (address: OverviewAddress) => void;
}

/** The table of slow places with its filters and pages. */
export function SlowPlacesPanel({ address, nodes, go }: SlowPlacesPanelProps) {
  const { filter, slowPlaces: paging } = address;
  const keys = keysOf(filter);
  const path = `places${query({ ...keys, limit: SLOW_PLACES, prevKey: paging.prevKey })}`;
  const answer = useAnswer<SlowPlaceList>(path, pollWhileIncomplete);
  const { data } = answer;
  const narrow = useNarrow();
  const change = (changed: BucketFilter) => { go({ ...START, filter: changed }); };
  const tables = data?.tables.map(({ table }) => table) ?? [];
  const filters = <KeysFilters filter={filter} nodes={nodes} tables={tables} change={change} />;
  return (
    <Panel
      title="Slow places"
      hint={<>Deleted keys stay behind as <dfn>tombstones</dfn> until their files are rewritten. A <dfn>place</dfn> is
        where they lie in a row, with no live key between them: a list that comes there steps over every one, and people
        wait. Compacting them mends it.</>}
      busy={answer.loading}
      actions={data && data.totalCount > 0 && (
        <button
          type="button"
          className="primary"
          disabled={filter.search !== undefined}
          title={filter.search === undefined ? undefined
            : 'A job names what it compacts: choose a volume or a bucket instead of searching.'}
          onClick={() => { go({ ...address, trigger: true, slow: true }); }}
        >
          {data.totalCount === 1 ? 'Compact it…' : 'Compact all slow places…'}
        </button>
      )}
    >
      {narrow ? <Fold title="Filter places and buckets" open={Object.keys(keys).length > 0}>{filters}</Fold> : filters}
      <Asking answer={answer} what="Looking for slow places…" failed="The slow places could not be read." rows={3} />
      {data && <Unanswered problems={data.unanswered} />}
      {data && <Headline list={data} address={address} nodes={nodes} />}
      {data && <Remarks remarks={data.remarks} nodeIds={nodesOf(data)} />}
      {data && data.places.length > 0 && <SlowPlaceTable places={data.places} />}
      {data && (paging.prevKey !== undefined || data.places.length < data.totalCount) && (
        <Pages
          of="Places"
          list="slow places"
          paging={paging}
          size={SLOW_PLACES}
          rows={data.places.length}
          totalCount={data.totalCount}
          growing={data.notLookedAt.length > 0}
          nextKey={data.nextKey}
          go={(there) => { if (!answer.loading) { go({ ...address, slowPlaces: there }); } }}
        />
      )}
    </Panel>
  );
}

interface HeadlineProps {
  list: SlowPlaceList;
  address: OverviewAddress;
  nodes: readonly Node[];
}

/** Says how many places are slow, what the other OMs have reported, and links to their places. */
function Headline({ list, address: { filter }, nodes }: HeadlineProps) {
  const narrowed = isNarrowed(filter);
  const text = headline(list, narrowed ? 'what matches' : 'everything');
  const [nodeId, ...others] = nodesOf(list);
  const reports = elsewhere(nodes, nodesOf(list));
  const all = { ...START, filter: { ...filter, nodeId: 'all' } };
  return text !== undefined && (
    <div className="headline">
      <p role="status">{text}</p>
      {nodeId !== undefined && others.length === 0 && nodes.length > 1 && (
        <>
          {reports.length > 0 && (
            <p>{narrowed && 'On other OMs, whatever the filters select: '}{reports.join(' ')}</p>
          )}
          <span className="muted">
            This is how it is on {nodeId}. Each OM has files of its own: <a href={toHash(all)}>look at all OMs</a>.
          </span>
        </>
      )}
    </div>
  );
}
