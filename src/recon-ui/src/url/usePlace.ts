// SPDX-License-Identifier: Apache-2.0
import { useMemo, useSyncExternalStore } from 'react';
import { fromHash, toHash, type Place } from './place';

/** Goes to a place; the back button leads back. */
export function goTo(place: Place): void {
  window.location.hash = toHash(place);
}

/** Notes a detail of the place where we are, such as the zoom: nothing to go back over. */
export function stayAt(place: Place): void {
  if (window.location.hash === toHash(place)) {
    return;
  }
  window.history.replaceState(window.history.state, '', toHash(place));
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

export function usePlace(): Place {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  return useMemo(() => fromHash(hash), [hash]);
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => { window.removeEventListener('hashchange', changed); };
}
