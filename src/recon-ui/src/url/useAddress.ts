// SPDX-License-Identifier: Apache-2.0
import { useMemo, useSyncExternalStore } from 'react';
import { fromHash, toHash, type Address } from './address';

/** Goes to an address; the back button leads back. */
export function goTo(address: Address): void {
  window.location.hash = toHash(address);
}

/**
 * Notes a detail in the address, such as the zoom: nothing to go back over.
 *
 * @param detailed makes the detailed address of that in the bar: what is drawn may be of one that has just been left
 */
export function stayAt(detailed: (here: Address) => Address): void {
  const before = window.location.hash;
  const after = toHash(detailed(fromHash(before)));
  if (before !== after) {
    window.history.replaceState(window.history.state, '', after);
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  }
}

export function useAddress(): Address {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  return useMemo(() => fromHash(hash), [hash]);
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => { window.removeEventListener('hashchange', changed); };
}
