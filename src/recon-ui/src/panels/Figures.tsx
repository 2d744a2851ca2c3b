// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import type { Bucket, BucketList } from '../api/model';
import {
  backlog, countOf, memoryText, ratioText, shareInARow, tableEntries, tableTombstones, tombstonesText, waitOf,
} from '../format/spans';
import { bytes, count, exactCount, exactCountInterval, ratio } from '../format/units';
import { RatioBar } from '../parts/RatioBar';
import { Remarks } from '../parts/Remarks';

/** What a bucket's row says, above its map. */
export function BucketFigures({ row }: { row: Bucket | undefined }) {
  if (!row) {
    return null;
  }
  const inARow = row.run?.tombstones;
  const share = shareInARow(row);
  const inMemory = memoryText(row);
  const toDelete = backlog(row.deletionBacklog);
  return (
    <dl className="figures">
      {inARow && (
        <Figure name="In a row" title={exactCountInterval(inARow)}>
          {countOf(row, inARow)}{share !== undefined && <small> {share} of it</small>}
        </Figure>
      )}
      <Figure name="List waits" title="At the slowest place that a list of these keys meets">{waitOf(row)}</Figure>
      <Figure name="Tombstones" title={exactCountInterval(row.allTombstones)}>
        {tombstonesText(row)}{inMemory !== undefined && <small> {inMemory} in memory</small>}
      </Figure>
      <Figure name="Tombstones per entry"><RatioBar ratio={row.allTombstoneRatio} text={ratioText(row)} /></Figure>
      <Figure name="Entries">{countOf(row, row.allEntries)}</Figure>
      <Files files={row.files} shared={row.sharedFiles} />
      <Figure name="Size">{bytes(row.sizeBytes)}</Figure>
      {toDelete && (
        <Figure name="To delete" title="Rows that wait for deletion, which makes more tombstones">{toDelete}</Figure>
      )}
    </dl>
  );
}

/** The sums of the one table that was asked for, above its map. */
export function TableFigures({ list: { tables, remarks, buckets } }: { list: BucketList }) {
  const [table] = tables;
  if (!table) {
    return null;
  }
  const tombstones = tableTombstones(table);
  const entries = tableEntries(table);
  const perEntry = entries === 0 ? 0 : tombstones / entries;
  return (
    <>
      <Remarks remarks={remarks} nodeIds={buckets.map(({ nodeId }) => nodeId)} />
      <dl className="figures">
        <Figure name="Tombstones" title={exactCount(tombstones)}>
          {count(tombstones)}
          {table.memtableTombstones > 0 && <small> {count(table.memtableTombstones)} in memory</small>}
        </Figure>
        <Figure name="Tombstones per entry">
          <RatioBar ratio={{ low: perEntry, high: perEntry }} text={ratio(perEntry)} />
        </Figure>
        <Figure name="Entries" title={exactCount(entries)}>{count(entries)}</Figure>
        <Files files={table.files} shared={0} />
        <Figure name="Size">{bytes(table.sizeBytes)}</Figure>
      </dl>
    </>
  );
}

function Files({ files, shared }: { files: number; shared: number }) {
  return (
    <Figure name="Files">{exactCount(files)}{shared > 0 && <small> {exactCount(shared)} shared</small>}</Figure>
  );
}

function Figure({ name, title, children }: { name: string; title?: string; children: ReactNode }) {
  return <div title={title}><dt>{name}</dt><dd>{children}</dd></div>;
}
