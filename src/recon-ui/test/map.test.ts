// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest';
import type { SstFile } from '../src/api/model';
import { keyBytes } from '../src/format/keys';
import { colourOf, DARK_SCALE, LIGHT_SCALE } from '../src/map/colour';
import { columnCount, columnsOf, layOut, type LsmMap } from '../src/map/lsmMap';
import { paint, type Brush, type Picture } from '../src/map/paint';
import { laneAt, rowsOf } from '../src/map/rows';
import { filesOf, shapeAt, shapesOf } from '../src/map/shapes';
import { clamp, pan, showing, wholeOf, zoom, type View } from '../src/map/view';
import { fileAt, spotOf, walk } from '../src/map/walk';
import { key, sst } from './samples';

/** Repeatable randomness. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Files as RocksDB has them: overlapping on L0, disjoint and in order on every other level. */
function generated(count: number, seed: number): SstFile[] {
  const next = random(seed);
  const text = (at: number) => `/v/b/${String(Math.floor(at * 1e9)).padStart(10, '0')}`;
  const files: SstFile[] = [];
  const add = (level: number, begin: number, end: number) => {
    const entries = Math.ceil(next() * 1000);
    files.push(sst(`${files.length}.sst`, level, text(begin), text(end), {
      entries, tombstones: Math.floor(entries * next()),
    }));
  };
  const levels = [Math.min(8, count), Math.floor(count / 10)];
  levels.push(count - levels.reduce((sum, each) => sum + each, 0));
  levels.forEach((inLevel, level) => {
    for (let at = 0; at < inLevel; at++) {
      if (level === 0) {
        const begin = next();
        add(level, begin, begin + next() * (1 - begin));
      } else {
        add(level, (at + next() * 0.4) / inLevel, (at + 0.5 + next() * 0.4) / inLevel);
      }
    }
  });
  return files;
}

const SIZES = [[1, 1], [2, 2], [17, 3], [400, 4], [15_000, 5]] as const;
const WIDTHS = [40, 1000];

describe.each(SIZES)('The layout of %d files', (count, seed) => {
  const files = generated(count, seed);
  const map = layOut(files);
  const lanes = map.levels.flatMap((level) => level.lanes);

  test('holds every file once, on its level', () => {
    const placed = map.levels.flatMap(({ level, lanes: own }) => own.flatMap((lane) => lane.files.map((file) => ({
      level, file,
    }))));
    expect(placed.map(({ file }) => file.name).sort()).toEqual(files.map(({ name }) => name).sort());
    expect(placed.every(({ level, file }) => file.level === level)).toBe(true);
  });

  test('gives every file a width, inside the map', () => {
    for (const lane of lanes) {
      lane.starts.forEach((start, at) => {
        const end = lane.ends[at] ?? -1;
        expect(start >= 0 && start < end && end <= columnCount(map)).toBe(true);
      });
    }
  });

  test('lets no file of a lane overlap the next, and keeps the order of keys', () => {
    for (const lane of lanes) {
      lane.files.slice(1).forEach((file, at) => {
        expect((lane.ends[at] ?? Infinity) <= (lane.starts[at + 1] ?? -1)).toBe(true);
        expect(keyBytes(lane.files[at]?.begin ?? key('')) <= keyBytes(file.begin)).toBe(true);
      });
    }
  });

  test('needs one lane for each level below L0', () => {
    map.levels.filter(({ level }) => level > 0).forEach((level) => { expect(level.lanes).toHaveLength(1); });
  });

  test('does not depend on the order of the files', () => {
    expect(layOut([...files].reverse())).toEqual(map);
  });

  test('finds the columns of every file again', () => {
    for (const lane of lanes) {
      lane.files.forEach((file, at) => {
        expect(columnsOf(map, file.begin, file.end)).toEqual({ from: lane.starts[at], to: lane.ends[at] });
      });
    }
  });

  test.each(WIDTHS)('is drawn whole on %d pixels: each file in one shape, sums kept, no overlap', (width) => {
    for (const lane of lanes) {
      const shapes = shapesOf(lane, wholeOf(columnCount(map)), width);
      expect(shapes.flatMap((shape) => filesOf(lane, shape))).toEqual(lane.files);
      const sum = (of: (each: { entries: number; tombstones: number }) => number) => [
        shapes.reduce((all, shape) => all + of(shape), 0), lane.files.reduce((all, file) => all + of(file), 0),
      ];
      const [drawn, real] = sum(({ entries }) => entries);
      const [drawnTombstones, realTombstones] = sum(({ tombstones }) => tombstones);
      expect([drawn, drawnTombstones]).toEqual([real, realTombstones]);
      shapes.slice(1).forEach((shape, at) => {
        expect(shape.left >= (shapes[at]?.right ?? Infinity) - 1e-6).toBe(true);
      });
      // Each two shapes that follow each other are wider than a narrow file together.
      expect(shapes.length).toBeLessThanOrEqual(width + 2);
    }
  });

  test('is drawn in part with just the files in view', () => {
    const columns = columnCount(map);
    const next = random(seed);
    for (let round = 0; round < 20; round++) {
      const view = clamp({ from: next() * columns, to: next() * columns }, columns);
      for (const lane of lanes) {
        const seen = shapesOf(lane, view, 800).flatMap((shape) => filesOf(lane, shape));
        const inView = lane.files.filter((_, at) => {
          const [start = 0, end = 0] = [lane.starts[at], lane.ends[at]];
          return end > view.from && start < view.to;
        });
        expect(seen).toEqual(inView);
      }
    }
  });
});

describe('The layout', () => {
  test('of no files has one empty column', () => {
    const map = layOut([], { begin: key('a'), end: key('b') });
    expect(map).toEqual({ boundaries: [], keys: [], lastKey: undefined, levels: [] });
    expect(columnCount(map)).toBe(1);
  });

  test('lets neighbours touch and shows where a level has a hole', () => {
    const map = layOut([sst('a', 1, 'a', 'b'), sst('c', 1, 'e', 'f'), sst('x', 2, 'a', 'b'), sst('y', 2, 'c', 'd'),
      sst('z', 2, 'e', 'g')]);
    expect(map.levels.map(({ lanes }) => lanes.map(({ starts, ends }) => [...starts, ...ends]))).toEqual(
      [[[0, 2, 1, 3]], [[0, 1, 2, 1, 2, 3]]]);
  });

  test('cuts a file that reaches beyond the span', () => {
    const span = { begin: key('b'), end: key('c') };
    const map = layOut([sst('wide', 6, 'a', 'd')], span);
    expect(columnCount(map)).toBe(3);
    expect(columnsOf(map, span.begin, span.end)).toEqual({ from: 1, to: 2 });
  });

  test('keeps a storm of overlapping L0 files to sixteen lanes', () => {
    const map = layOut(Array.from({ length: 60 }, (_, at) => sst(`${at}`, 0, 'a', `z${at}`)));
    expect(map.levels[0]?.lanes).toHaveLength(16);
    expect(map.levels[0]?.lanes.flatMap(({ files }) => files)).toHaveLength(60);
  });

  test('knows no columns for keys before the first file', () => {
    expect(columnsOf(layOut([sst('a', 1, 'm', 'n')]), key('a'), key('b'))).toBeUndefined();
  });
});

describe('The view', () => {
  const next = random(9);
  const steps: ((view: View) => View)[] = [
    (view) => zoom(view, 0.1 + next() * 10, next(), 500),
    (view) => pan(view, next() * 4 - 2, 500),
    (view) => showing(view, 120, 130, 500),
    (view) => clamp({ from: view.from - 10, to: view.to + 90 }, 500),
  ];

  test('never leaves the map nor gets closer than four columns, whatever is done', () => {
    let view = wholeOf(500);
    for (let round = 0; round < 1000; round++) {
      view = steps[Math.floor(next() * steps.length)]?.(view) ?? view;
      expect(view.from).toBeGreaterThanOrEqual(0);
      expect(view.to).toBeLessThanOrEqual(500 + 1e-9);
      expect(view.to - view.from).toBeGreaterThanOrEqual(4 - 1e-9);
    }
  });

  test('keeps the column under the pointer while zooming', () => {
    const before = { from: 100, to: 200 };
    const after = zoom(before, 2, 0.25, 500);
    expect(after.from + (after.to - after.from) * 0.25).toBeCloseTo(125);
  });

  test('moves no further than needed to show a file', () => {
    expect(showing({ from: 0, to: 10 }, 3, 4, 500)).toEqual({ from: 0, to: 10 });
    expect(showing({ from: 0, to: 10 }, 100, 102, 500)).toEqual({ from: 96, to: 106 });
  });
});

describe('Walking from file to file', () => {
  const map = layOut([sst('top', 0, 'a', 'z'), sst('l', 6, 'a', 'f'), sst('m', 6, 'g', 'm'), sst('r', 6, 'n', 'z')]);
  const from = (name: string, ...steps: Parameters<typeof walk>[2][]) => {
    const start = spotOf(map, name) ?? { level: 9, lane: 9, file: 9 };
    return fileAt(map, steps.reduce((spot, step) => walk(map, spot, step), start))?.name;
  };

  test.each([
    ['l', ['right'], 'm'], ['l', ['left'], 'l'], ['r', ['right'], 'r'], ['r', ['first'], 'l'], ['l', ['last'], 'r'],
    ['m', ['up'], 'top'], ['top', ['down'], 'm'], ['top', ['up'], 'top'], ['m', ['down'], 'm'],
  ] as [string, Parameters<typeof walk>[2][], string][])('from %s %j leads to %s', (start, steps, end) => {
    expect(from(start, ...steps)).toBe(end);
  });

  test('an unknown file has no spot', () => {
    expect(spotOf(map, 'gone')).toBeUndefined();
  });
});

describe('Pointing', () => {
  const map = layOut([sst('l', 6, 'a', 'f'), sst('r', 6, 'n', 'z')]);
  const lane = map.levels[0]?.lanes[0] ?? { files: [], starts: new Int32Array(), ends: new Int32Array() };
  const shapes = shapesOf(lane, wholeOf(2), 100);

  test('finds the file under the pointer', () => {
    expect(shapeAt(shapes, 10)?.first).toBe(0);
    expect(shapeAt(shapes, 90)?.first).toBe(1);
    expect(shapeAt(shapes, 130)).toBeUndefined();
  });

  test('finds the lane at a height, and none between levels', () => {
    const rows = rowsOf(map);
    const [row] = rows.rows;
    expect(laneAt(rows, (row?.top ?? 0) + 1)?.lane).toBe(lane);
    expect(laneAt(rows, 1)).toBeUndefined();
  });
});

describe('Colours', () => {
  const lightness = (css: string) => {
    const [red = 0, green = 0, blue = 0] = (css.match(/\d+/g) ?? []).map(Number);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };

  test.each([['light', LIGHT_SCALE, -1], ['dark', DARK_SCALE, 1]] as const)(
    'in the %s theme get steadily stronger with the density', (_, scale, direction) => {
      const steps = Array.from({ length: 21 }, (_unused, at) => lightness(colourOf(scale, at / 20)) * direction);
      steps.slice(1).forEach((step, at) => { expect(step).toBeGreaterThan(steps[at] ?? Infinity); });
    });

  test('stay on the scale for densities that cannot be', () => {
    expect(colourOf(LIGHT_SCALE, 7)).toBe(colourOf(LIGHT_SCALE, 1));
    expect(colourOf(LIGHT_SCALE, -7)).toBe(colourOf(LIGHT_SCALE, 0));
  });
});

describe('Painting', () => {
  /** Notes what is drawn in which colour. */
  function recorder(): { brush: Brush; filled: string[]; texts: string[] } {
    const filled: string[] = [];
    const texts: string[] = [];
    const brush = {
      fillStyle: '', strokeStyle: '', lineWidth: 0, font: '', textAlign: 'left', textBaseline: 'top', globalAlpha: 1,
      fillRect: () => { filled.push(brush.fillStyle as string); },
      strokeRect: () => undefined,
      clearRect: () => undefined,
      setLineDash: () => undefined,
      fillText: (text: string) => { texts.push(text); },
      measureText: (text: string) => ({ width: text.length * 6 }) as TextMetrics,
    } as Brush;
    return { brush, filled, texts };
  }

  const colours: Picture['colours'] = {
    scale: LIGHT_SCALE, lane: 'lane', outside: 'outside', edge: 'edge', text: 'text', onAccent: 'on', range: 'range',
    rangeFill: 'fill', cursor: 'cursor',
  };
  const picture = (map: LsmMap, more: Partial<Picture> = {}): Picture => ({
    map, rows: rowsOf(map), view: wholeOf(columnCount(map)), width: 1000, span: undefined, ranges: [],
    stressed: undefined, cursor: undefined, selected: undefined, colours, ...more,
  });

  test('of 15,000 files takes few rectangles', () => {
    const { brush, filled } = recorder();
    paint(brush, picture(layOut(generated(15_000, 5))));
    expect(filled.length).toBeLessThan(3000);
  });

  test('gives each file the colour of its density, and its own to one whose counts are not known', () => {
    const { brush, filled } = recorder();
    paint(brush, picture(layOut([sst('a', 1, 'a', 'b', { entries: 10, tombstones: 10 }),
      sst('b', 1, 'c', 'd', { entries: 0, tombstones: 0 })])));
    expect(filled).toContain(colourOf(LIGHT_SCALE, 1));
    expect(filled).toContain(LIGHT_SCALE.unknown);
  });

  test('writes the longest text about a range that fits', () => {
    const { brush, texts } = recorder();
    const map = layOut([sst('a', 1, 'a', 'b'), sst('b', 1, 'c', 'd')]);
    const labels = ['1: read 2 MB, write 1 MB', '1'];
    paint(brush, picture(map, { ranges: [{ rank: 1, columns: { from: 0, to: 1 }, labels }] }));
    paint(brush, picture(map, { width: 50, ranges: [{ rank: 1, columns: { from: 0, to: 1 }, labels }] }));
    paint(brush, picture(map, { width: 10, ranges: [{ rank: 1, columns: { from: 0, to: 1 }, labels }] }));
    expect(texts).toEqual(labels);
  });

  test('dims what lies outside of the span', () => {
    const { brush, filled } = recorder();
    paint(brush, picture(layOut([sst('a', 1, 'a', 'z')]), { span: { from: 0, to: 1 } }));
    expect(filled).toContain('outside');
  });
});
