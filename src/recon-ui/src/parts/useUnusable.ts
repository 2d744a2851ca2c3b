// SPDX-License-Identifier: Apache-2.0
import { useRef, useState, type KeyboardEvent } from 'react';

/**
 * Knows whether a field holds text that is no value, such as half a date. To the page such a field is empty, so that
 * what was typed would be left out unsaid.
 */
export function useUnusable() {
  const ref = useRef<HTMLDivElement>(null);
  const [unusable, setUnusable] = useState(false);
  /** @returns whether there is such a field now */
  const look = () => {
    const found = (ref.current?.querySelector(':invalid') ?? null) !== null;
    setUnusable(found);
    return found;
  };
  /** For the element around the fields. Nobody is told of a word that is still being typed. */
  const around = {
    ref,
    onBlur: look,
    onChange: () => { if (unusable) { look(); } },
    onKeyDown: ({ key }: KeyboardEvent) => { if (key === 'Enter') { look(); } },
  };
  return { unusable, look, around };
}
