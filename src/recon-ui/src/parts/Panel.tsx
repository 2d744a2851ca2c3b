// SPDX-License-Identifier: Apache-2.0
import { useId, type ReactNode } from 'react';

interface PanelProps {
  title: string;
  /** One sentence for someone who sees this for the first time. */
  hint: ReactNode;
  actions?: ReactNode;
  busy?: boolean;
  children: ReactNode;
}

export function Panel({ title, hint, actions, busy = false, children }: PanelProps) {
  const heading = useId();
  return (
    <section className="panel" aria-labelledby={heading} aria-busy={busy}>
      <div className="panel-head">
        <div>
          <h2 id={heading}>{title}</h2>
          <p className="hint">{hint}</p>
        </div>
        {actions && <div className="panel-actions">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
