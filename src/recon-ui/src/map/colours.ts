// SPDX-License-Identifier: Apache-2.0
import { useMedia } from '../parts/useMedia';
import { DARK_SCALE, LIGHT_SCALE } from './colour';
import type { Colours } from './paint';

const LIGHT_COLOURS: Colours = {
  scale: LIGHT_SCALE,
  lane: '#e3e9ec',
  outside: '#ffffff',
  edge: 'rgba(20, 35, 41, 0.28)',
  text: '#1f2a30',
  onAccent: '#ffffff',
  range: '#0b7a57',
  rangeFill: '#cdeee2',
  cursor: '#0b5cd6',
};

const DARK_COLOURS: Colours = {
  scale: DARK_SCALE,
  lane: '#2a3840',
  outside: '#192329',
  edge: 'rgba(255, 255, 255, 0.22)',
  text: '#e4ebee',
  onAccent: '#08261b',
  range: '#3cc795',
  rangeFill: '#1c4439',
  cursor: '#7db7ff',
};

/** The map's colours, as the browser asks for. */
export function useMapColours(): Colours {
  return useMedia('(prefers-color-scheme: dark)') ? DARK_COLOURS : LIGHT_COLOURS;
}
