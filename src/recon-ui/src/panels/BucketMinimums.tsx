// SPDX-License-Identifier: Apache-2.0
import { inPercent, ratioOfPercent } from '../format/units';
import { CommittedInput } from '../parts/CommittedInput';
import { withField } from '../url/filter';
import type { BucketFilter } from '../url/address';

interface BucketMinimumsProps {
  filter: BucketFilter;
  change: (filter: BucketFilter) => void;
}

/** Which buckets of those that match are listed, and how exactly they are counted. */
export function BucketMinimums({ filter, change }: BucketMinimumsProps) {
  const set = <K extends keyof BucketFilter>(name: K, value: BucketFilter[K] | undefined) => {
    change(withField(filter, name, value));
  };
  return (
    <form className="filters" aria-label="Minimums of buckets" onSubmit={(event) => { event.preventDefault(); }}>
      <CommittedInput
        label="Tombstones from"
        width="narrow"
        type="number"
        min={0}
        step={1}
        rule="A whole number from 0 on."
        placeholder="0"
        value={filter.minTombstones?.toString() ?? ''}
        commit={(text) => { set('minTombstones', text === '' ? undefined : Number(text)); }}
      />
      <CommittedInput
        label="Ratio from, %"
        width="narrow"
        type="number"
        min={0}
        max={100}
        step="any"
        rule="A number from 0 to 100."
        placeholder="0"
        value={filter.minRatio === undefined ? '' : inPercent(filter.minRatio)}
        commit={(text) => { set('minRatio', text === '' ? undefined : ratioOfPercent(Number(text))); }}
      />
      <label
        className="check"
        title="Scan the files with tombstones that several buckets share, for exact counts of tombstones."
      >
        <input
          type="checkbox"
          checked={filter.exact ?? false}
          onChange={(event) => { set('exact', event.target.checked || undefined); }}
        />
        Exact counts
      </label>
    </form>
  );
}
