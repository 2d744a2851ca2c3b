// SPDX-License-Identifier: Apache-2.0
import type { RunHistory } from '../api/model';
import { count, duration, time } from './units';

/** An OM remembers as many intervals. */
const INTERVALS = 168;
const DAY_MILLIS = 86_400_000;

/** Where a run is going, in a few words; undefined where it stays or too little is known. */
export function trend({ perDay = 0, slowAt }: RunHistory): string | undefined {
  const rate = perDay === 0 ? undefined : `${perDay > 0 ? '+' : '−'}${count(Math.abs(perDay))} a day`;
  const slow = slowAt === undefined ? undefined : `slow at ${time(slowAt).slice(0, 'yyyy-mm-dd hh:mm'.length)}`;
  return [rate, slow].filter((part) => part !== undefined).join(', ') || undefined;
}

/** All that is known of a run's past and where it is going. */
export function story({ intervalSeconds, tombstones, slowAt }: RunHistory): string {
  const known = tombstones.filter((value) => value !== null);
  const days = INTERVALS * intervalSeconds * 1000 / DAY_MILLIS;
  const back = days >= 1 ? `${Math.round(days)} days` : duration(days * DAY_MILLIS);
  return `Tombstones of the worst run in the last ${back}, ${count(Math.max(0, ...known))} at most.`
    + (slowAt === undefined ? '' : ` If it goes on like that, a list takes 5 ms there at ${time(slowAt)}.`);
}

/**
 * The past as an SVG path, the present at the right edge; broken where nothing is known.
 *
 * @param tombstones one for each interval, the oldest first
 */
export function sparkline(tombstones: readonly (number | null)[], width: number, height: number): string {
  const most = Math.max(1, ...tombstones.map((value) => value ?? 0));
  const missing = INTERVALS - tombstones.length;
  return tombstones.map((value, place) => {
    if (value === null) {
      return '';
    }
    const x = (missing + place) / (INTERVALS - 1) * width;
    const y = height - value / most * height;
    const begins = place === 0 || tombstones[place - 1] === null;
    return `${begins ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
  }).join('');
}
