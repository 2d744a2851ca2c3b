// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';

interface LoadingProps {
  what: string;
  rows: number;
  children?: ReactNode;
}

/** Stands where an answer will be. */
export function Loading({ what, rows, children }: LoadingProps) {
  return (
    <div className="loading">
      <span><span role="status">{what}</span> {children}</span>
      {Array.from({ length: rows }, (_, row) => <i key={row} className="skeleton" aria-hidden="true" />)}
    </div>
  );
}

/** Nothing to show, why, and what to do about it. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <svg viewBox="0 0 48 32" width="72" height="48" aria-hidden="true">
        <rect x="6" y="3" width="36" height="6" rx="2" />
        <rect x="6" y="13" width="14" height="6" rx="2" />
        <rect x="24" y="13" width="18" height="6" rx="2" />
        <rect x="6" y="23" width="24" height="6" rx="2" />
        <rect x="34" y="23" width="8" height="6" rx="2" />
      </svg>
      <strong>{title}</strong>
      {children}
    </div>
  );
}
