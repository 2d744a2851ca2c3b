// SPDX-License-Identifier: Apache-2.0
type Rgb = readonly [number, number, number];

/** Tombstones per entry to colour, from none to all. Lightness changes steadily, so no colour vision is needed. */
export interface DensityScale {
  stops: readonly Rgb[];
  /** Counts that are not known. */
  unknown: string;
}

export const LIGHT_SCALE: DensityScale = {
  stops: [[221, 229, 233], [252, 214, 150], [244, 146, 66], [200, 70, 32], [120, 18, 24]],
  unknown: '#ffffff',
};

export const DARK_SCALE: DensityScale = {
  stops: [[52, 67, 76], [108, 72, 40], [184, 98, 38], [240, 150, 58], [255, 226, 138]],
  unknown: '#12191d',
};

/** @param density 0 to 1 */
export function colourOf(scale: DensityScale, density: number): string {
  const at = Math.min(1, Math.max(0, density)) * (scale.stops.length - 1);
  const low = Math.min(Math.floor(at), scale.stops.length - 2);
  const from = scale.stops[low] ?? [0, 0, 0];
  const to = scale.stops[low + 1] ?? from;
  const mixed = from.map((value, channel) => Math.round(value + ((to[channel] ?? value) - value) * (at - low)));
  return `rgb(${mixed.join(' ')})`;
}

/** The scale as a CSS gradient. */
export function gradient(scale: DensityScale): string {
  return `linear-gradient(to right, ${scale.stops.map((stop) => `rgb(${stop.join(' ')})`).join(', ')})`;
}
