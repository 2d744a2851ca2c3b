// SPDX-License-Identifier: Apache-2.0
import { useSyncExternalStore } from 'react';

/** As in the style sheets: a phone, or a window as narrow. */
const NARROW = '(width < 600px)';
/** A table has room for few columns: what has none stands below. */
export const FEW_COLUMNS = '(width < 1150px)';

/** Whether a media query of CSS holds, now and whenever that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', changed);
      return () => { media.removeEventListener('change', changed); };
    },
    () => window.matchMedia(query).matches,
  );
}

/** Whether the window has room for one thing beside none: what matters most comes first then. */
export function useNarrow(): boolean {
  return useMedia(NARROW);
}
