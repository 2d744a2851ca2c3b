// SPDX-License-Identifier: Apache-2.0
import type { Node } from '../api/model';
import { inPercent, ratioOfPercent } from '../format/units';
import { CommittedInput } from '../parts/CommittedInput';
import { NodeSelect } from '../parts/NodeSelect';
import type { BucketFilter } from '../url/place';

/** Tables that are listed. */
const TABLES = [
  'keyTable', 'openKeyTable', 'deletedTable', 'multipartInfoTable', 'snapshotRenamedTable', 'fileTable',
  'openFileTable', 'directoryTable', 'deletedDirectoryTable', 'multipartPartsTable',
];

interface BucketFiltersProps {
  filter: BucketFilter;
  nodes: readonly Node[];
  change: (filter: BucketFilter) => void;
}

export function BucketFilters({ filter, nodes, change }: BucketFiltersProps) {
  const set = <K extends keyof BucketFilter>(name: K, value: BucketFilter[K] | undefined) => {
    const { [name]: _, ...rest } = filter;
    change(value === undefined ? rest : { ...rest, [name]: value });
  };
  return (
    <form
      className="filters"
      role="search"
      aria-label="Filter buckets"
      onSubmit={(event) => { event.preventDefault(); }}
    >
      <NodeSelect nodes={nodes} value={filter.nodeId} choose={(nodeId) => { set('nodeId', nodeId); }} all />
      <label className="field">
        <span>Name contains</span>
        <CommittedInput
          value={filter.search ?? ''}
          maxLength={512}
          placeholder="any part of it"
          whileTyping
          commit={(text) => { set('search', text || undefined); }}
        />
      </label>
      <label className="field">
        <span>Volume</span>
        <CommittedInput
          value={filter.volume ?? ''}
          maxLength={255}
          placeholder="any"
          commit={(text) => { set('volume', text || undefined); }}
        />
      </label>
      <label className="field wide">
        <span>Bucket</span>
        <CommittedInput
          value={filter.bucket ?? ''}
          maxLength={512}
          pattern="/[^\/]+/[^\/]+"
          title="Written as /volume/bucket"
          rule="Write it as /volume/bucket."
          placeholder="/volume/bucket"
          commit={(text) => { set('bucket', text || undefined); }}
        />
      </label>
      <label className="field">
        <span>Table</span>
        <select value={filter.table ?? ''} onChange={(event) => { set('table', event.target.value || undefined); }}>
          <option value="">All tables</option>
          {TABLES.map((table) => <option key={table}>{table}</option>)}
          {filter.table !== undefined && !TABLES.includes(filter.table) && <option>{filter.table}</option>}
        </select>
      </label>
      <label className="field narrow">
        <span>Tombstones from</span>
        <CommittedInput
          type="number"
          min={0}
          step={1}
          rule="A whole number from 0 on."
          placeholder="0"
          value={filter.minTombstones?.toString() ?? ''}
          commit={(text) => { set('minTombstones', text === '' ? undefined : Number(text)); }}
        />
      </label>
      <label className="field narrow">
        <span>Ratio from, %</span>
        <CommittedInput
          type="number"
          min={0}
          max={100}
          step="any"
          rule="A number from 0 to 100."
          placeholder="0"
          value={filter.minRatio === undefined ? '' : inPercent(filter.minRatio)}
          commit={(text) => { set('minRatio', text === '' ? undefined : ratioOfPercent(Number(text))); }}
        />
      </label>
      <div className="checks">
        <label title="Scan the files with tombstones that several buckets share, for exact counts of tombstones.">
          <input
            type="checkbox"
            checked={filter.exact ?? false}
            onChange={(event) => { set('exact', event.target.checked || undefined); }}
          />
          Exact counts
        </label>
        <label title="Time a bounded seek in each row of this page, not only in the worst.">
          <input
            type="checkbox"
            checked={filter.probe ?? false}
            onChange={(event) => { set('probe', event.target.checked || undefined); }}
          />
          Measure seeks
        </label>
      </div>
    </form>
  );
}
