// SPDX-License-Identifier: Apache-2.0
import { useMemo, useSyncExternalStore } from 'react';
import { fromHash, toHash, type Place } from './place';

/** Goes to a place; the back button leads back. */
export function goTo(place: Place): void {
  window.location.hash = toHash(place);
}

/**
 * Notes a detail of the place where we are, such as the zoom: nothing to go back over.
 *
 * @param detailed of the place in the address: what is drawn may be of a place that has just been left
 */
export function stayAt(detailed: (here: Place) => Place): void {
  const before = window.location.hash;
  const after = toHash(detailed(fromHash(before)));
  if (before !== after) {
    window.history.replaceState(window.history.state, '', after);
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  }
}

export function usePlace(): Place {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  return useMemo(() => fromHash(hash), [hash]);
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => { window.removeEventListener('hashchange', changed); };
}
