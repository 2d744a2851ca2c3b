// SPDX-License-Identifier: Apache-2.0
import type { Key } from '../api/model';
import { keyName, shortKey } from '../format/keys';
import { columnCount, type LsmMap } from './lsmMap';
import type { View } from './view';

const MAX_LETTERS = 48;

/** Which keys are shown, from the left edge to the right. */
export function MapAxis({ map, view }: { map: LsmMap; view: View }) {
  const first = map.keys[Math.floor(view.from)];
  const last = view.to >= columnCount(map) ? map.lastKey : map.keys[Math.ceil(view.to) - 1];
  return (
    <div className="map-axis">
      <Edge edge={first} />
      <span>keys in order</span>
      <Edge edge={last} />
    </div>
  );
}

/** A key by its name, and below it as it is where that is something else. */
function Edge({ edge }: { edge: Key | undefined }) {
  return (
    <span className="key" title={edge?.text}>
      {edge && shortKey(keyName(edge), MAX_LETTERS)}
      {edge?.name !== undefined && <small>{shortKey(edge.text, MAX_LETTERS)}</small>}
    </span>
  );
}
