// SPDX-License-Identifier: Apache-2.0
import type { Bucket, BucketList, BucketSort } from '../api/model';
import { keyName, shortKey } from '../format/keys';
import {
  backlog, bucketName, countOf, isQuiet, memoryText, ratioText, shareInARow, tombstonesText, waitOf,
} from '../format/spans';
import { bytes, counted, exactCount, exactCountInterval, NONE } from '../format/units';
import { RatioBar } from '../parts/RatioBar';
import { WideTable } from '../parts/WideTable';
import { isWholeTable, mapOf } from '../url/mapOf';
import { toHash, type BucketFilter, type MapAddress } from '../url/address';

interface BucketTableProps {
  list: BucketList;
  filter: BucketFilter;
  change: (filter: BucketFilter) => void;
}

/** Columns for which a narrow screen has no room; the map of a row shows the same. */
const ROOMY: readonly BucketSort[] = ['RATIO', 'SIZE'];
const TO_DELETE = 'Rows that wait in deletedTable and deletedDirectoryTable: deleting them makes more tombstones';

export function BucketTable({ list: { buckets }, filter, change }: BucketTableProps) {
  const header = (sort: BucketSort, label: string, title: string, numeric = true) => {
    const sorted = (filter.sort ?? 'WAIT') === sort;
    const direction = sort === 'NAME' ? 'ascending' : 'descending';
    const classes = `${numeric ? 'number' : ''} ${ROOMY.includes(sort) ? 'roomy' : ''}`;
    return (
      <th scope="col" className={classes.trim()} aria-sort={sorted ? direction : 'none'} title={title}>
        <button type="button" className="sort" onClick={() => { change({ ...filter, sort }); }}>
          {label}<span aria-hidden="true">{sorted ? (sort === 'NAME' ? '▲' : '▼') : ''}</span>
        </button>
      </th>
    );
  };
  const severalNodes = new Set(buckets.map(({ nodeId }) => nodeId)).size > 1;
  return (
    <WideTable label="Buckets">
      <table className="buckets">
        <thead>
          <tr>
            {header('NAME', 'Bucket', 'A bucket\'s keys in one table', false)}
            <th scope="col">Table</th>
            {severalNodes && <th scope="col">Node</th>}
            {header('WAIT', 'List waits', 'How long a list of these keys waits, at the slowest place that it meets')}
            {header('RUN', 'In a row', 'Tombstones of the densest stretch, where people wait longest')}
            {header('TOMBSTONES', 'Tombstones', 'All of the bucket, those in memory among them')}
            {header('RATIO', 'Per entry', 'Tombstones per entry of the whole bucket', false)}
            {header('ENTRIES', 'Entries', 'All of the bucket, tombstones among them')}
            {header('SIZE', 'Size', 'Of its files')}
            <th scope="col"><span className="unseen">Actions</span></th>
          </tr>
        </thead>
        <tbody>
          {buckets.map((bucket) => {
            const key = `${bucket.nodeId} ${bucket.table} ${bucket.begin.base64}`;
            return <BucketRow key={key} bucket={bucket} node={severalNodes} />;
          })}
        </tbody>
      </table>
    </WideTable>
  );
}

function BucketRow({ bucket, node }: { bucket: Bucket; node: boolean }) {
  const map = mapOf(bucket);
  const inMemory = memoryText(bucket);
  const { allEntries, allTombstones, allTombstoneRatio } = bucket;
  const inARow = bucket.run?.tombstones;
  const share = shareInARow(bucket);
  const toDelete = backlog(bucket.deletionBacklog);
  return (
    <tr className={isQuiet(bucket) ? 'peaceful' : ''}>
      <th scope="row" className="name"><Name bucket={bucket} map={map} /></th>
      <td>{bucket.table}</td>
      {node && <td>{bucket.nodeId}</td>}
      <td className="number" title={waitTitle(bucket)}>{waitOf(bucket)}</td>
      <td className="number" title={inARow && exactCountInterval(inARow)}>
        {inARow ? countOf(bucket, inARow) : NONE}
        {share !== undefined && <small>{share} of it</small>}
      </td>
      <td className="number" title={exactCountInterval(allTombstones)}>
        {tombstonesText(bucket)}
        {inMemory !== undefined && <small>{inMemory} in memory</small>}
        {toDelete && <small title={TO_DELETE}>{toDelete} to delete</small>}
      </td>
      <td className="roomy"><RatioBar ratio={allTombstoneRatio} text={ratioText(bucket)} /></td>
      <td className="number" title={exactCountInterval(allEntries)}>{countOf(bucket, allEntries)}</td>
      <td className="number roomy" title={filesOf(bucket)}>{bytes(bucket.sizeBytes)}</td>
      <td className="row-actions">
        {!isWholeTable(map) && allTombstones.high > 0 && (
          <a
            className="button small"
            href={toHash({ ...map, trigger: 'all' })}
            aria-label={`Compact ${bucketName(bucket) ?? 'these keys'}`}
          >
            Compact…
          </a>
        )}
      </td>
    </tr>
  );
}

function Name({ bucket, map }: { bucket: Bucket; map: MapAddress }) {
  const { begin } = bucket;
  const name = bucketName(bucket);
  return (
    <>
      <a href={toHash(map)} title={begin.text}>{name ?? shortKey(keyName(begin), 44)}</a>
      {name === undefined && (
        <span className="tag tag-warn" title="No bucket record owns these keys: the bucket was deleted.">
          no bucket
        </span>
      )}
      {name !== undefined && (
        <a
          className="why-link"
          href={toHash({ page: 'service', bucket: name })}
          title="Why the automatic service would compact it now, or would not"
        >
          Why (not) automatic <span className="unseen">{name}</span>
        </a>
      )}
    </>
  );
}

function waitTitle({ waitMicros, lookedAt }: Bucket): string | undefined {
  if (lookedAt === false) {
    return waitMicros === undefined ? 'Not known yet: some of these keys are still to be looked at'
      : 'At the slowest place known: some of these keys are still to be looked at';
  }
  return waitMicros === undefined ? 'No list of these keys meets a slow place' : 'At the slowest place that it meets';
}

function filesOf({ files, sharedFiles }: Bucket): string {
  return `${counted(files, 'file')}, ${exactCount(sharedFiles)} with keys of other buckets too`;
}
