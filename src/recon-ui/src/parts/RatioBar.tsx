// SPDX-License-Identifier: Apache-2.0
import type { RatioInterval } from '../api/model';

/** Filled up to the low end, hatched on to the high end. */
export function RatioBar({ ratio, text }: { ratio: Pick<RatioInterval, 'low' | 'high'>; text: string }) {
  const exact = ratio.low === ratio.high;
  const title = exact ? 'Exact' : 'The true ratio lies in the hatched part; tick Exact counts to know it.';
  return (
    <span className="ratio" title={title}>
      <span className="ratio-track" aria-hidden="true">
        <i className="ratio-low" style={{ width: `${ratio.low * 100}%` }} />
        <i
          className="ratio-high"
          style={{ left: `${ratio.low * 100}%`, width: `${(ratio.high - ratio.low) * 100}%` }}
        />
      </span>
      <span className="ratio-text">{text}</span>
    </span>
  );
}
