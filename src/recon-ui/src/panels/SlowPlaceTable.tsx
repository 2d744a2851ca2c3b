// SPDX-License-Identifier: Apache-2.0
import type { SlowPlace } from '../api/model';
import { keyName, rangeName, rangeText, shortKey } from '../format/keys';
import { bucketsAt, costOf, inMemory, passed } from '../format/slowPlaces';
import { bytes, countInterval, exactCount, exactCountInterval, micros, wait } from '../format/units';
import { WideTable } from '../parts/WideTable';
import { FEW_COLUMNS, useMedia } from '../parts/useMedia';
import { compactPlace, mapOfPlace } from '../url/mapOf';
import { toHash } from '../url/address';

/** The places where lists are slow, a row each, and below it which lists wait and for what. */
export function SlowPlaceTable({ places }: { places: readonly SlowPlace[] }) {
  const narrow = useMedia(FEW_COLUMNS);
  const severalNodes = new Set(places.map(({ nodeId }) => nodeId)).size > 1;
  const columns = 4 + Number(severalNodes) + (narrow ? -1 : 2);
  // Of several nodes each has its slowest first, one node after the other.
  const slowestFirst = [...places].sort((a, b) => b.waitMicros - a.waitMicros);
  return (
    <WideTable label="Slow places">
      <table className="slow-places">
        <thead>
          <tr>
            <th scope="col" title="The buckets that have keys there">Keys of</th>
            {!narrow && <th scope="col">Table</th>}
            {severalNodes && <th scope="col">Node</th>}
            <th scope="col" className="number" title="Estimated by what a list passes there that reads from disk">
              List waits
            </th>
            <th scope="col" className="number" title="In SST files; those in memory below">Tombstones</th>
            {!narrow && (
              <th scope="col" className="number" title="What the OM reads and writes to compact them">Costs</th>
            )}
            {!narrow && <th scope="col"><span className="unseen">Actions</span></th>}
          </tr>
        </thead>
        <tbody>
          {slowestFirst.map((place) => (
            <PlaceRow
              key={`${place.nodeId} ${place.table} ${place.begin.base64}`}
              place={place}
              columns={columns}
              node={severalNodes}
              narrow={narrow}
            />
          ))}
        </tbody>
      </table>
    </WideTable>
  );
}

interface PlaceRowProps {
  place: SlowPlace;
  columns: number;
  /** Whether it has to be said on which node it is. */
  node: boolean;
  narrow: boolean;
}

function PlaceRow({ place, columns, node, narrow }: PlaceRowProps) {
  const { nodeId, table, tombstones, endReached, waitMicros, measuredMicros, why, flush } = place;
  const memory = inMemory(place);
  return (
    <>
      <tr className="with-note">
        <th scope="row" className="name">
          <Keys place={place} />
          {narrow && <small>{table}</small>}
        </th>
        {!narrow && <td>{table}</td>}
        {node && <td>{nodeId}</td>}
        <td className="number" title={`${passed(place)}; measured once, when it was found`}>
          {wait(waitMicros)}
          <small>{micros(measuredMicros)} measured</small>
        </td>
        <td className="number" title={exactCountInterval(tombstones)}>
          {!endReached && <small>at least</small>}
          {countInterval(tombstones)}
          {memory !== undefined && <small>{memory}</small>}
        </td>
        {!narrow && (
          <td className="number" title={costTitle(place)}>
            {costOf(place)}
            {flush && <small>with a flush</small>}
          </td>
        )}
        {!narrow && <td className="row-actions"><Compact place={place} /></td>}
      </tr>
      <tr className="note why">
        <td colSpan={columns}>
          <p>{why}</p>
          {narrow && (
            <p className="compact-place">
              <Compact place={place} />
              <span title={costTitle(place)}>costs {costOf(place)}{flush && ', with a flush'}</span>
            </p>
          )}
        </td>
      </tr>
    </>
  );
}

function Keys({ place }: { place: SlowPlace }) {
  const { table, begin, end, head, bucketCount } = place;
  const buckets = bucketsAt(place);
  const keys = rangeName(begin, end) ?? rangeText(begin, end);
  return (
    <>
      <a href={toHash(mapOfPlace(place))} title={keys}>
        {head ? `Head of ${table}` : buckets ?? shortKey(keyName(begin), 44)}
      </a>
      {head && (
        <span className="tag tag-warn" title="No live key of the table lies before it: every list of it passes it.">
          every list
        </span>
      )}
      {bucketCount === 0 && (
        <span className="tag tag-warn" title="No bucket record owns these keys: the bucket was deleted.">
          no bucket
        </span>
      )}
      {head && buckets !== undefined && <small>{buckets}</small>}
      {bucketCount !== undefined && bucketCount > 1 && <small>{exactCount(bucketCount)} buckets</small>}
    </>
  );
}

function Compact({ place }: { place: SlowPlace }) {
  return (
    <a
      className="button small"
      href={toHash(compactPlace(place))}
      aria-label={`Compact this place of ${bucketsAt(place) ?? place.table}`}
    >
      Compact…
    </a>
  );
}

function costTitle({ endReached, predictedReadBytes, predictedWriteBytes }: SlowPlace): string {
  if (!endReached) {
    return 'Known once a look has reached the end of the place; the preview tells';
  }
  return predictedReadBytes === undefined || predictedWriteBytes === undefined
    ? 'Not known yet: this page asks again, and the preview tells'
    : `Reads about ${bytes(predictedReadBytes)} and writes about ${bytes(predictedWriteBytes)} on this OM for `
      + 'this place alone. Places share files: the preview of all tells their sum.';
}
