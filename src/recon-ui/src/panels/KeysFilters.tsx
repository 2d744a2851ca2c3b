// SPDX-License-Identifier: Apache-2.0
import type { Node } from '../api/model';
import { CommittedInput } from '../parts/CommittedInput';
import { NodeSelect } from '../parts/NodeSelect';
import { withField } from '../url/filter';
import type { BucketFilter, KeysFilter } from '../url/address';

/** Tables with buckets' keys; offered whether or not they hold tombstones. */
const OF_BUCKETS = [
  'keyTable', 'openKeyTable', 'deletedTable', 'multipartInfoTable', 'snapshotRenamedTable', 'fileTable',
  'openFileTable', 'directoryTable', 'deletedDirectoryTable', 'multipartPartsTable',
];

interface KeysFiltersProps {
  filter: BucketFilter;
  nodes: readonly Node[];
  /** Tables of which is told what lies in them; any table of om.db may be among them. */
  tables: readonly string[];
  change: (filter: BucketFilter) => void;
}

/** The filters of places and buckets: node, name, volume, bucket, table. */
export function KeysFilters({ filter, nodes, tables, change }: KeysFiltersProps) {
  const offered = [...new Set([...OF_BUCKETS, ...tables, ...(filter.table === undefined ? [] : [filter.table])])];
  const set = <K extends keyof KeysFilter>(name: K, value: BucketFilter[K] | undefined) => {
    change(withField(filter, name, value));
  };
  return (
    <form
      className="filters"
      role="search"
      aria-label="Filter places and buckets"
      onSubmit={(event) => { event.preventDefault(); }}
    >
      <NodeSelect nodes={nodes} value={filter.nodeId} choose={(nodeId) => { set('nodeId', nodeId); }} all />
      <CommittedInput
        label="Name contains"
        value={filter.search ?? ''}
        maxLength={512}
        placeholder="any part of it"
        whileTyping
        commit={(text) => { set('search', text || undefined); }}
      />
      <CommittedInput
        label="Volume"
        value={filter.volume ?? ''}
        maxLength={255}
        placeholder="any"
        commit={(text) => { set('volume', text || undefined); }}
      />
      <CommittedInput
        label="Bucket"
        width="wide"
        value={filter.bucket ?? ''}
        maxLength={512}
        pattern="/[^\/]+/[^\/]+"
        title="Written as /volume/bucket"
        rule="Write it as /volume/bucket."
        placeholder="/volume/bucket"
        commit={(text) => { set('bucket', text || undefined); }}
      />
      <label className="field">
        <span>Table</span>
        <select value={filter.table ?? ''} onChange={(event) => { set('table', event.target.value || undefined); }}>
          <option value="">All tables</option>
          {offered.map((table) => <option key={table}>{table}</option>)}
        </select>
      </label>
    </form>
  );
}
