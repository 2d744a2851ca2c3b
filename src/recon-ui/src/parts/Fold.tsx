// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';

interface FoldProps {
  title: string;
  /** Whether it is open at first; later readers decide. */
  open: boolean;
  children: ReactNode;
}

/** What there is no room for, behind its title. */
export function Fold({ title, open, children }: FoldProps) {
  const [atFirst] = useState(open);
  return <details className="fold" open={atFirst}><summary>{title}</summary>{children}</details>;
}
