// SPDX-License-Identifier: Apache-2.0
import type { TableSummary } from '../api/model';
import { tableEntries, tableTombstones } from '../format/spans';
import { bytes, count, exactCount, ratio } from '../format/units';
import { RatioBar } from '../parts/RatioBar';
import { WideTable } from '../parts/WideTable';
import { toHash } from '../url/address';

/** What the tables hold in all, and the way to the map of each. */
export function WholeTables({ tables }: { tables: readonly TableSummary[] }) {
  const filled = tables.filter((table) => tableEntries(table) > 0);
  const severalNodes = new Set(filled.map(({ nodeId }) => nodeId)).size > 1;
  if (filled.length === 0) {
    return null;
  }
  return (
    <>
      <h3>Whole tables</h3>
      <WideTable label="Whole tables">
        <table className="compact">
          <thead>
            <tr>
              <th scope="col">Table</th>
              {severalNodes && <th scope="col">Node</th>}
              <th scope="col" className="number">Tombstones</th>
              <th scope="col">Tombstones per entry</th>
              <th scope="col" className="number">Entries</th>
              <th scope="col" className="number">Files</th>
              <th scope="col" className="number">Size</th>
              <th scope="col"><span className="unseen">Map</span></th>
            </tr>
          </thead>
          <tbody>
            {filled.map((table) => <Row key={`${table.nodeId} ${table.table}`} table={table} node={severalNodes} />)}
          </tbody>
        </table>
      </WideTable>
    </>
  );
}

function Row({ table, node }: { table: TableSummary; node: boolean }) {
  const tombstones = tableTombstones(table);
  const entries = tableEntries(table);
  const perEntry = tombstones / entries;
  const { nodeId, memtableTombstones } = table;
  return (
    <tr className={tombstones === 0 ? 'peaceful' : ''}>
      <th scope="row">{table.table}</th>
      {node && <td>{nodeId}</td>}
      <td className="number" title={exactCount(tombstones)}>
        {count(tombstones)}{memtableTombstones > 0 && <small>{count(memtableTombstones)} in memory</small>}
      </td>
      <td><RatioBar ratio={{ low: perEntry, high: perEntry }} text={ratio(perEntry)} /></td>
      <td className="number" title={exactCount(entries)}>{count(entries)}</td>
      <td className="number">{exactCount(table.files)}</td>
      <td className="number">{bytes(table.sizeBytes)}</td>
      <td className="row-actions">
        <a
          className="button small"
          href={toHash({ page: 'map', nodeId, table: table.table })}
          aria-label={`Map of ${table.table}${node ? ` on ${nodeId}` : ''}`}
        >
          Map
        </a>
      </td>
    </tr>
  );
}
