// SPDX-License-Identifier: Apache-2.0
import { shortKey } from '../format/keys';
import { columnCount, type LsmMap } from './lsmMap';
import type { View } from './view';

const MOST_LETTERS = 48;

/** Which keys are shown, from the left edge to the right. */
export function MapAxis({ map, view }: { map: LsmMap; view: View }) {
  const first = map.names[Math.floor(view.from)] ?? '';
  const last = view.to >= columnCount(map) ? map.lastName : map.names[Math.ceil(view.to) - 1] ?? '';
  return (
    <div className="map-axis">
      <span className="key" title={first}>{shortKey(first, MOST_LETTERS)}</span>
      <span>keys in order</span>
      <span className="key" title={last}>{shortKey(last, MOST_LETTERS)}</span>
    </div>
  );
}
