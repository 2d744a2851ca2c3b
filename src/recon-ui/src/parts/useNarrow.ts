// SPDX-License-Identifier: Apache-2.0
import { useSyncExternalStore } from 'react';

/** As in the style sheets: a phone, or a window as narrow. */
const NARROW = '(width < 600px)';

function subscribe(changed: () => void): () => void {
  const media = window.matchMedia(NARROW);
  media.addEventListener('change', changed);
  return () => { media.removeEventListener('change', changed); };
}

/** Whether the window has room for one thing beside none: what matters most comes first then. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches);
}
