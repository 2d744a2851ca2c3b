// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import type { Node } from '../api/model';
import { partsOf, SMALLEST_MEGABYTES, type JobForm, type Scope } from '../command/jobRequest';
import { CommittedInput } from '../parts/CommittedInput';

interface JobFieldsProps {
  scope: Scope;
  form: JobForm;
  /** All that could take part. */
  nodes: readonly Node[];
  change: (form: JobForm) => void;
}

/** Years have four digits. */
const LAST_MOMENT = '9999-12-31T23:59';

const PLACEHOLDERS: Partial<Record<keyof JobForm, string>> = { top: 'all', maxTotalMegabytes: 'no limit' };

export function JobFields({ scope, form, nodes, change }: JobFieldsProps) {
  const parts = partsOf(scope);
  // A job for slow places has no minima, and flushes what they wait for.
  const slow = scope.targets.slow === true;
  const number = (name: keyof JobForm, label: string, more: { min: number; max?: number; step?: number | 'any' }) => (
    <CommittedInput
      label={label}
      type="number"
      placeholder={PLACEHOLDERS[name] ?? 'as configured'}
      step={1}
      rule={rule(more)}
      {...more}
      value={form[name] as string}
      commit={(value) => { change({ ...form, [name]: value }); }}
    />
  );
  const flag = (name: 'flush' | 'afterDeletions' | 'preempt' | 'moveLeader', label: string, title: string) => (
    <label title={title}>
      <input
        type="checkbox"
        checked={form[name]}
        onChange={(event) => { change({ ...form, [name]: event.target.checked }); }}
      />
      {label}
    </label>
  );
  const moment = (name: 'notBefore' | 'notAfter', label: string) => (
    <label className="field">
      <span>{label}</span>
      <input
        type="datetime-local"
        max={LAST_MOMENT}
        value={form[name]}
        onChange={(event) => { change({ ...form, [name]: event.target.value }); }}
      />
    </label>
  );
  const text = (
    name: 'prefix' | 'directory' | 'window', label: string, more: { hint: string; placeholder: string },
  ) => (
    <CommittedInput
      label={label}
      maxLength={4000}
      {...more}
      value={form[name]}
      commit={(value) => { change({ ...form, [name]: value }); }}
    />
  );
  const part = (name: 'prefix' | 'directory', label: string, hint: string) =>
    text(name, label, { hint, placeholder: 'the whole bucket' });
  return (
    <div className="job-fields">
      {(parts.prefix || parts.directory) && (
        <Row>
          {parts.prefix && part('prefix', 'Only keys that begin with',
            'Such as logs/2024/. Of a file-system-optimized bucket name a directory.')}
          {parts.directory && part('directory', 'Only the directory',
            'Such as dir/sub, of a file-system-optimized bucket, with the directories below it that exist.')}
        </Row>
      )}
      <NodeChoice form={form} nodes={nodes} change={change} />
      <Row>
        {moment('notBefore', 'Not before')}
        {moment('notAfter', 'Not after')}
        {text('window', 'Or in windows', {
          hint: 'The one that is open or opens next, with its zone and days off behind it: '
            + 'Mon-Fri 20:00-06:00, Sat-Sun Europe/Berlin except 2026-12-24..2027-01-02. A retry gets the next one.',
          placeholder: 'Mon-Fri 20:00-06:00 UTC',
        })}
        {number('maxWriteMegabytes', 'Write rate, MB/s', { min: SMALLEST_MEGABYTES, step: 'any' })}
        {number('top', 'Only the best ranges', { min: 1 })}
        {number('maxTotalMegabytes', 'Write at most (MB)', { min: SMALLEST_MEGABYTES, step: 'any' })}
      </Row>
      <div className="job-flags">
        {!slow && flag('flush', 'Flush memory first',
          'Tombstones in memory are written to an SST file, which ranges then reach.')}
        {flag('afterDeletions', 'Wait for deletions',
          'No turn begins before all rows that wait for deletion are gone: deleting them makes more tombstones.')}
        {flag('preempt', 'Cancel jobs in the way', 'A job on the same keys is cancelled before its next step.')}
        {flag('moveLeader', 'Move the leader before its turn',
          'Leadership moves to a node whose turn has succeeded, so that no node compacts while it leads. Tried once.')}
      </div>
      <details>
        <summary>Thresholds and sizes</summary>
        <Row>
          {!slow && number('minTombstones', 'Tombstones from', { min: 0 })}
          {!slow && number('minRatioPercent', 'Ratio from, %', { min: 0, max: 100, step: 'any' })}
          {number('maxEntries', 'Entries per range, most', { min: 1 })}
          {number('maxMegabytes', 'Per range at most (MB)', { min: SMALLEST_MEGABYTES, step: 'any' })}
          {number('maxParallelNodes', 'Nodes at a time', { min: 1, max: 16 })}
        </Row>
      </details>
    </div>
  );
}

function rule({ min, max, step }: { min: number; max?: number; step?: number | 'any' }): string {
  return `${step === 'any' ? 'A number' : 'A whole number'} from ${min} ${max === undefined ? 'on' : `to ${max}`}`;
}

function Row({ children }: { children: ReactNode }) {
  return <div className="fields">{children}</div>;
}

function NodeChoice({ form, nodes, change }: Omit<JobFieldsProps, 'scope'>) {
  const chosen = (nodeId: string) => form.nodeIds?.includes(nodeId) ?? true;
  const toggle = (nodeId: string) => {
    const ids = nodes.map((node) => node.nodeId).filter((id) => (id === nodeId ? !chosen(id) : chosen(id)));
    change({ ...form, nodeIds: ids.length === nodes.length ? undefined : ids });
  };
  return (
    <fieldset className="node-choice">
      <legend>Nodes</legend>
      {nodes.map(({ nodeId }) => (
        <label key={nodeId}>
          <input type="checkbox" checked={chosen(nodeId)} onChange={() => { toggle(nodeId); }} />
          {nodeId}
        </label>
      ))}
    </fieldset>
  );
}
