// SPDX-License-Identifier: Apache-2.0
import type { Bucket, BucketList, BucketSort, Remedy } from '../api/model';
import { keyName, shortKey } from '../format/keys';
import {
  backlog, bucketName, countOf, entriesOf, inARowOf, inARowText, isQuiet, isUnmeasured, memoryText, ratioOf, remedyOf,
  shareInARow, tombstonesOf, tombstonesText,
} from '../format/spans';
import { bytes, counted, exactCount, exactCountInterval, NOT_MEASURED, seek } from '../format/units';
import { RatioBar } from '../parts/RatioBar';
import { isWholeTable, mapOf } from '../url/mapOf';
import { toHash, type BucketFilter, type MapPlace } from '../url/place';

interface BucketTableProps {
  list: BucketList;
  filter: BucketFilter;
  change: (filter: BucketFilter) => void;
}

const COLUMNS = 9;
/** Columns for which a narrow screen has no room; the map of a row shows the same. */
const ROOMY: readonly BucketSort[] = ['RATIO', 'SIZE'];
const TO_DELETE = 'Rows that wait in deletedTable and deletedDirectoryTable: deleting them makes more tombstones';

export function BucketTable({ list: { buckets }, filter, change }: BucketTableProps) {
  const header = (sort: BucketSort, label: string, title: string, numeric = true) => {
    const sorted = (filter.sort ?? 'SEEK') === sort;
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
    <div className="table-wrap" tabIndex={0} role="group" aria-label="Buckets, scrollable">
      <table className="buckets">
        <thead>
          <tr>
            {header('NAME', 'Bucket', 'A bucket\'s keys in one table', false)}
            <th scope="col">Table</th>
            {severalNodes && <th scope="col">Node</th>}
            {header('SEEK', 'List waits', 'How long a list waits for its next key, at the slowest place measured')}
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
            const key = `${bucket.nodeId} ${bucket.table} ${bucket.kind ?? ''} ${bucket.begin.base64}`;
            return <BucketRow key={key} bucket={bucket} node={severalNodes} />;
          })}
        </tbody>
      </table>
    </div>
  );
}

function BucketRow({ bucket, node }: { bucket: Bucket; node: boolean }) {
  const { why } = bucket;
  const map = mapOf(bucket);
  const remedy = remedyOf(bucket);
  const target = mapOf(remedy);
  const inMemory = memoryText(bucket);
  const entries = entriesOf(bucket);
  const inARow = inARowOf(bucket);
  const share = shareInARow(bucket);
  const toDelete = backlog(bucket.deletionBacklog);
  const price = priceOf(bucket.remedy);
  const state = why ? 'with-note' : isQuiet(bucket) ? 'peaceful' : '';
  return (
    <>
      <tr className={state}>
        <th scope="row" className="name"><Name bucket={bucket} map={map} /></th>
        <td>{bucket.table}</td>
        {node && <td>{bucket.nodeId}</td>}
        <td className="number" title={waitTitle(bucket)}>
          {isUnmeasured(bucket) ? NOT_MEASURED : seek(bucket.seek)}
        </td>
        <td className="number" title={inARow && exactCountInterval(inARow)}>
          {inARowText(bucket)}
          {share !== undefined && <small>{share} of it</small>}
        </td>
        <td className="number" title={exactCountInterval(tombstonesOf(bucket))}>
          {tombstonesText(bucket)}
          {inMemory !== undefined && <small>{inMemory} in memory</small>}
          {toDelete && <small title={TO_DELETE}>{toDelete} to delete</small>}
        </td>
        <td className="roomy"><RatioBar ratio={ratioOf(bucket)} /></td>
        <td className="number" title={exactCountInterval(entries)}>{countOf(bucket, entries)}</td>
        <td className="number roomy" title={filesOf(bucket)}>{bytes(bucket.sizeBytes)}</td>
        <td className="row-actions">
          {!isWholeTable(target) && (bucket.remedy !== undefined || bucket.tombstones.high > 0) && (
            <a
              className="button small"
              href={toHash({ ...target, trigger: 'all' })}
              aria-label={`Compact ${remedyName(bucket)}`}
              title={costOf(bucket.remedy)}
            >
              {isElsewhere(bucket) ? `Compact ${bucketName(remedy) ?? 'these keys'}…` : 'Compact…'}
            </a>
          )}
          {price !== undefined && <small title={costOf(bucket.remedy)}>moves ~{price}</small>}
        </td>
      </tr>
      {why && (
        <tr className="note why">
          <td colSpan={COLUMNS + Number(node)}><p>{why}</p></td>
        </tr>
      )}
    </>
  );
}

function Name({ bucket, map }: { bucket: Bucket; map: MapPlace }) {
  const { kind, begin, table } = bucket;
  const name = bucketName(bucket);
  const href = toHash(map);
  if (kind === 'HEAD') {
    return (
      <>
        <a href={href} title={begin.text}>Head of {table}</a>
        <span className="tag tag-warn" title="What lies before the table's first live key: every list passes it.">
          every list
        </span>
      </>
    );
  }
  return (
    <>
      <a href={href} title={begin.text}>{name ?? shortKey(keyName(begin), 44)}</a>
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

/** Whether the tombstones that a list waits for are not the row's own. */
function isElsewhere(row: Bucket): boolean {
  return row.remedy !== undefined && row.kind !== 'HEAD' && bucketName(row.remedy) !== bucketName(row);
}

/** Begins with what the button says. */
function remedyName(row: Bucket): string {
  const other = isElsewhere(row) ? bucketName(remedyOf(row)) : undefined;
  return isElsewhere(row) ? other ?? `these keys of ${called(row)}` : called(row);
}

/** Bytes that an OM reads and writes. */
function priceOf(remedy: Remedy | undefined): string | undefined {
  return remedy?.readBytes === undefined || remedy.writeBytes === undefined ? undefined
    : bytes(remedy.readBytes + remedy.writeBytes);
}

function costOf(remedy: Remedy | undefined): string | undefined {
  const price = priceOf(remedy);
  return price && `Reads and writes about ${price} on this OM`;
}

function waitTitle(row: Bucket): string | undefined {
  if (isUnmeasured(row)) {
    return 'Not measured yet: the slowest lists come first';
  }
  return row.seek?.bounded ? 'Longer than this: measuring stops there' : undefined;
}

function called(row: Pick<Bucket, 'volume' | 'bucket' | 'kind' | 'table'>): string {
  return bucketName(row) ?? (row.kind === 'HEAD' ? `the head of ${row.table}` : 'these keys');
}

function filesOf({ files, sharedFiles }: Bucket): string {
  return `${counted(files, 'file')}, ${exactCount(sharedFiles)} with keys of other buckets too`;
}
