// SPDX-License-Identifier: Apache-2.0
import type { RunHistory } from '../api/model';
import { sparkline, story, trend } from '../format/history';

const WIDTH = 84;
const HEIGHT = 16;

/** What became of a worst run in the last week, and where it is going. */
export function Sparkline({ history }: { history: RunHistory }) {
  const told = story(history);
  const going = trend(history);
  return (
    <span className="history" title={told}>
      <svg width={WIDTH} height={HEIGHT + 2} viewBox={`0 -1 ${WIDTH} ${HEIGHT + 2}`} role="img" aria-label={told}>
        <path className="nothing" d={`M0 ${HEIGHT}H${WIDTH}`} />
        <path d={sparkline(history.tombstones, WIDTH, HEIGHT)} />
      </svg>
      {going && <small>{going}</small>}
    </span>
  );
}
