// SPDX-License-Identifier: Apache-2.0
import { useEffect, useRef, useState, type ReactNode } from 'react';

/** A place for a table, which scrolls sideways where the table is wider, and says so. */
export function WideTable({ label, children }: { label: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [hides, setHides] = useState(false);
  useEffect(() => {
    const { current } = place;
    if (!current) {
      return undefined;
    }
    const observer = new ResizeObserver(() => { setHides(current.scrollWidth > current.clientWidth + 1); });
    observer.observe(current);
    [...current.children].forEach((child) => { observer.observe(child); });
    return () => { observer.disconnect(); };
  }, []);
  return (
    <>
      {hides && <p className="hint">The table has more columns: scroll it sideways.</p>}
      <div ref={place} className="table-wrap" tabIndex={0} role="group" aria-label={`${label}, scrollable`}>
        {children}
      </div>
    </>
  );
}
