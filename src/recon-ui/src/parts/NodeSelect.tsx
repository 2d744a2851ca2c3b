// SPDX-License-Identifier: Apache-2.0
import type { Node } from '../api/model';

interface NodeSelectProps {
  nodes: readonly Node[];
  value: string | undefined;
  choose: (nodeId: string | undefined) => void;
  /** Whether all nodes can be shown side by side. */
  all?: boolean;
}

export function NodeSelect({ nodes, value, choose, all = false }: NodeSelectProps) {
  const known = value === undefined || value === 'all' || nodes.some(({ nodeId }) => nodeId === value);
  return (
    <label className="field">
      <span>Node</span>
      <select value={value ?? ''} onChange={(event) => { choose(event.target.value || undefined); }}>
        <option value="">Leader</option>
        {all && <option value="all">All nodes</option>}
        {nodes.map(({ nodeId, role }) => (
          <option key={nodeId} value={nodeId}>{nodeId} ({role.toLowerCase()})</option>
        ))}
        {!known && <option value={value}>{value}</option>}
      </select>
    </label>
  );
}
