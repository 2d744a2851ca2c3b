// SPDX-License-Identifier: Apache-2.0
import { untilAllAnswer } from '../api/allAnswer';
import { query } from '../api/client';
import type { Bucket, BucketList, BucketSort, Node } from '../api/model';
import { useAnswer } from '../api/useAnswer';
import { shortKey, rangeText } from '../format/keys';
import { bytes, count, countInterval, counted, exactCount, exactCountInterval, seek } from '../format/units';
import { Asking } from '../parts/Asking';
import { Notice, Unanswered } from '../parts/Notice';
import { Panel } from '../parts/Panel';
import { RatioBar } from '../parts/RatioBar';
import { Empty } from '../parts/Waiting';
import { toHash, type BucketFilter, type MapPlace, type OverviewPlace } from '../url/place';
import { BucketFilters } from './BucketFilters';

const PAGE = 50;
const SCAN_POLL_MILLIS = 1000;

interface BucketsPanelProps {
  place: OverviewPlace;
  nodes: readonly Node[];
  go: (place: OverviewPlace) => void;
}

export function BucketsPanel({ place, nodes, go }: BucketsPanelProps) {
  const { filter } = place;
  const path = `buckets${query({ ...filter, limit: PAGE, prevKey: place.prevKey })}`;
  const answer = useAnswer<BucketList>(
    path, (list) => (list && list.filesToScan > 0 ? SCAN_POLL_MILLIS : untilAllAnswer(list)));
  const { data } = answer;
  const change = (changed: BucketFilter) => { go({ page: 'overview', filter: changed }); };
  return (
    <Panel
      title="Buckets"
      hint={<>Deleted keys stay behind as <dfn>tombstones</dfn> until their files are rewritten. Lists and scans must
        step over every one, so a high ratio means a slow bucket.</>}
      busy={answer.loading}
      actions={(
        <button type="button" onClick={() => { go({ ...place, trigger: true }); }}>
          {isNarrowed(filter) ? 'Compact what matches…' : 'Compact the worst…'}
        </button>
      )}
    >
      <BucketFilters filter={filter} nodes={nodes} change={change} />
      <Asking answer={answer} what="Counting tombstones…" failed="The buckets could not be read." rows={8} />
      {data && <Unanswered problems={data.unanswered} />}
      {data && data.filesToScan > 0 && filter.exact && (
        <Notice kind="info" title={`Counting exactly: ${counted(data.filesToScan, 'shared file')} to scan.`}>
          <p>Until then the ratio of some rows is an interval. It narrows by itself.</p>
        </Notice>
      )}
      {data?.buckets.length === 0 && (
        <Empty title={isNarrowed(filter) ? 'No bucket matches' : 'No bucket has keys yet'}>
          <p>
            {isNarrowed(filter)
              ? 'Loosen a filter: a lower minimum, another table, or another node.'
              : 'As soon as keys are written, their buckets are listed here.'}
          </p>
        </Empty>
      )}
      {data && data.buckets.length > 0 && <BucketTable list={data} filter={filter} change={change} />}
      {data && data.buckets.length > 0 && <Pages place={place} list={data} go={go} />}
    </Panel>
  );
}

function isNarrowed({ volume, bucket, table, minRatio, minTombstones }: BucketFilter): boolean {
  return [volume, bucket, table, minRatio, minTombstones].some((value) => value !== undefined);
}

interface BucketTableProps {
  list: BucketList;
  filter: BucketFilter;
  change: (filter: BucketFilter) => void;
}

function BucketTable({ list, filter, change }: BucketTableProps) {
  const header = (sort: BucketSort, label: string, numeric = true) => {
    const sorted = (filter.sort ?? 'TOMBSTONES') === sort;
    const direction = sort === 'NAME' ? 'ascending' : 'descending';
    return (
      <th scope="col" className={numeric ? 'number' : ''} aria-sort={sorted ? direction : 'none'}>
        <button type="button" className="sort" onClick={() => { change({ ...filter, sort }); }}>
          {label}<span aria-hidden="true">{sorted ? (sort === 'NAME' ? '▲' : '▼') : ''}</span>
        </button>
      </th>
    );
  };
  const probed = list.buckets.some((bucket) => bucket.seek !== undefined);
  return (
    <div className="table-wrap" tabIndex={0} role="group" aria-label="Buckets, scrollable">
      <table>
        <thead>
          <tr>
            {header('NAME', 'Bucket', false)}
            <th scope="col">Table</th>
            <th scope="col">Node</th>
            {header('TOMBSTONES', 'Tombstones')}
            {header('RATIO', 'Tombstones per entry', false)}
            {header('ENTRIES', 'Entries')}
            <th scope="col" className="number">Files</th>
            {header('SIZE', 'Size')}
            {probed && <th scope="col" className="number">Seek</th>}
            <th scope="col"><span className="unseen">Actions</span></th>
          </tr>
        </thead>
        <tbody>
          {list.buckets.map((bucket) => {
            const key = `${bucket.nodeId} ${bucket.table} ${bucket.begin.base64}`;
            return <BucketRow key={key} bucket={bucket} probed={probed} />;
          })}
        </tbody>
      </table>
    </div>
  );
}

function BucketRow({ bucket, probed }: { bucket: Bucket; probed: boolean }) {
  const map = mapOf(bucket);
  const name = bucketName(bucket);
  return (
    <tr>
      <th scope="row" className="name">
        <a href={toHash(map)} title={bucket.begin.text}>{name ?? shortKey(bucket.begin.text, 44)}</a>
        {name === undefined && (
          <span className="tag tag-warn" title="No bucket record owns these keys: the bucket was deleted.">
            no bucket
          </span>
        )}
      </th>
      <td>{bucket.table}</td>
      <td>{bucket.nodeId}</td>
      <td className="number" title={exactCountInterval(bucket.tombstones)}>{countInterval(bucket.tombstones)}</td>
      <td><RatioBar ratio={bucket.tombstoneRatio} /></td>
      <td className="number" title={exactCountInterval(bucket.entries)}>{countInterval(bucket.entries)}</td>
      <td className="number" title={`${exactCount(bucket.sharedFiles)} of them hold keys of other buckets too`}>
        {count(bucket.files)}
      </td>
      <td className="number">{bytes(bucket.sizeBytes)}</td>
      {probed && <td className="number">{seek(bucket.seek)}</td>}
      <td className="row-actions">
        <a
          className="button small"
          href={toHash({ ...map, trigger: 'all' })}
          aria-label={`Compact ${name ?? 'these keys'}`}
        >
          Compact…
        </a>
      </td>
    </tr>
  );
}

function bucketName({ volume, bucket }: Bucket): string | undefined {
  return volume !== undefined && bucket !== undefined ? `/${volume}/${bucket}` : undefined;
}

function mapOf(bucket: Bucket): MapPlace {
  const name = bucketName(bucket);
  return {
    page: 'map',
    nodeId: bucket.nodeId,
    table: bucket.table,
    ...(name === undefined ? { keyRange: rangeText(bucket.begin, bucket.end) } : { bucket: name }),
  };
}

function Pages({ place, list, go }: { place: OverviewPlace; list: BucketList; go: (place: OverviewPlace) => void }) {
  const before = place.rowsBefore ?? 0;
  const last = before + list.buckets.length;
  const { nextKey } = list;
  return (
    <nav className="pages" aria-label="Pages of buckets">
      <span role="status">
        Rows {exactCount(before + 1)} to {exactCount(last)} of {exactCount(list.totalCount)}
      </span>
      <button
        type="button"
        disabled={place.prevKey === undefined}
        onClick={() => { go({ page: 'overview', filter: place.filter }); }}
      >
        First page
      </button>
      <button
        type="button"
        disabled={nextKey === undefined}
        onClick={() => {
          if (nextKey !== undefined) {
            go({ page: 'overview', filter: place.filter, prevKey: nextKey, rowsBefore: last });
          }
        }}
      >
        Next page
      </button>
    </nav>
  );
}
