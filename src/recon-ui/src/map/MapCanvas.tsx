// SPDX-License-Identifier: Apache-2.0
import {
  useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent,
} from 'react';
import { bytes, counted } from '../format/units';
import { useMapColours } from './colours';
import { describe, FileFacts, ShapeFacts } from './FileFacts';
import { columnCount, type Columns, type LsmMap } from './lsmMap';
import { MapAxis } from './MapAxis';
import { boxOf, paint, type MarkedRange } from './paint';
import { laneAt, RANGES_HEIGHT, rowsOf } from './rows';
import { shapeAt, shapesOf } from './shapes';
import { clamp, pan, showing, wholeOf, zoom, type View } from './view';
import { fileAt, spotOf, walk, type Spot, type Step } from './walk';

interface MapCanvasProps {
  map: LsmMap;
  span: Columns | undefined;
  ranges: readonly MarkedRange[];
  stressed: number | undefined;
  /** Name of the selected file. */
  selected: string | undefined;
  select: (file: string | undefined) => void;
  /** Part shown at first, as fractions of the width. */
  zoomed: { from: number; to: number } | undefined;
  /** Told when the view has come to rest. */
  settle: (zoomed: { from: number; to: number } | undefined) => void;
}

const STEPS: Record<string, Step> = {
  ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down', Home: 'first', End: 'last',
};
const BUTTON_FACTOR = 2;
const REST_MILLIS = 400;
const FIRST_SPOT: Spot = { level: 0, lane: 0, file: 0 };

interface Pointed {
  x: number;
  y: number;
}

export function MapCanvas(props: MapCanvasProps) {
  const { map, span, ranges, stressed, selected, select, zoomed, settle } = props;
  const columns = columnCount(map);
  const rows = useMemo(() => rowsOf(map), [map]);
  const colours = useMapColours();
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(canvas);
  const [view, setView] = useState<View>(() => (zoomed
    ? clamp({ from: zoomed.from * columns, to: zoomed.to * columns }, columns) : wholeOf(columns)));
  const [cursor, setCursor] = useState<Spot>();
  const [pointed, setPointed] = useState<Pointed>();
  const [focused, setFocused] = useState(false);
  const drag = useRef<{ x: number; view: View; moved: boolean } | undefined>(undefined);
  const selectedSpot = useMemo(() => (selected === undefined ? undefined : spotOf(map, selected)), [map, selected]);
  const help = useId();
  const under = pointed && laneAt(rows, pointed.y);
  const shape = under && shapeAt(shapesOf(under.lane, view, width), pointed.x);
  const marked = pointed && pointed.y < RANGES_HEIGHT ? rangeAt(ranges, view, width, pointed.x) : undefined;
  const markedRank = marked?.rank;

  useLayoutEffect(() => {
    const element = canvas.current;
    const brush = element?.getContext('2d');
    if (!element || !brush || width === 0) {
      return;
    }
    const density = window.devicePixelRatio || 1;
    const across = Math.round(width * density);
    const down = Math.round(rows.height * density);
    if (element.width !== across || element.height !== down) {
      element.width = across;
      element.height = down;
    }
    brush.setTransform(density, 0, 0, density, 0, 0);
    paint(brush, {
      map, rows, view, width, span, ranges, stressed: markedRank ?? stressed, colours, selected: selectedSpot,
      cursor: focused ? cursor : undefined,
    });
  }, [map, rows, view, width, span, ranges, stressed, markedRank, colours, selectedSpot, cursor, focused]);

  const whole = view.from <= 0 && view.to >= columns;
  // Until the view rests, the place may have changed: only the latest caller knows it.
  const latestSettle = useRef(settle);
  useEffect(() => { latestSettle.current = settle; });
  useEffect(() => {
    const from = view.from / columns;
    const to = view.to / columns;
    const timer = setTimeout(() => { latestSettle.current(whole ? undefined : { from, to }); }, REST_MILLIS);
    return () => { clearTimeout(timer); };
  }, [view, columns, whole]);

  // React listens to the wheel passively, and then the page would scroll as well.
  useEffect(() => {
    const element = canvas.current;
    const onWheel = (event: WheelEvent) => {
      const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      const zooming = event.ctrlKey || event.metaKey || element?.parentElement === document.activeElement;
      if (!sideways && !zooming) {
        return;
      }
      event.preventDefault();
      const box = element?.getBoundingClientRect();
      const fraction = box ? (event.clientX - box.left) / box.width : 0.5;
      setView((last) => (sideways
        ? pan(last, (event.deltaX || event.deltaY) / 600, columns)
        : zoom(last, Math.exp(-event.deltaY / (event.ctrlKey ? 120 : 300)), fraction, columns)));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => { element?.removeEventListener('wheel', onWheel); };
  }, [columns]);

  const cursorFile = cursor && fileAt(map, cursor);
  const cursorBox = focused && cursor ? boxOf({ map, rows, view, width }, cursor) : undefined;

  const moveCursor = (step: Step | undefined) => {
    const from = cursor ?? selectedSpot ?? FIRST_SPOT;
    const next = step && (cursor ?? selectedSpot) ? walk(map, from, step) : from;
    setCursor(next);
    setPointed(undefined);
    const lane = map.levels[next.level]?.lanes[next.lane];
    setView((last) => showing(last, lane?.starts[next.file] ?? 0, lane?.ends[next.file] ?? 1, columns));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (event.altKey || event.metaKey || event.ctrlKey) {
      return;
    }
    if (step) {
      moveCursor(step);
    } else if (event.key === '+' || event.key === '=') {
      setView(zoom(view, BUTTON_FACTOR, cursorFraction(cursorBox, width), columns));
    } else if (event.key === '-') {
      setView(zoom(view, 1 / BUTTON_FACTOR, cursorFraction(cursorBox, width), columns));
    } else if (event.key === '0') {
      setView(wholeOf(columns));
    } else if (event.key === 'PageUp' || event.key === 'PageDown') {
      setView(pan(view, event.key === 'PageUp' ? -0.8 : 0.8, columns));
    } else if ((event.key === 'Enter' || event.key === ' ') && cursorFile) {
      select(cursorFile.name);
    } else if (event.key === 'Escape') {
      select(undefined);
    } else {
      return;
    }
    event.preventDefault();
  };

  const onPointerDown = (event: PointerEvent<HTMLCanvasElement>) => {
    drag.current = { x: event.clientX, view, moved: false };
    event.currentTarget.setPointerCapture(event.pointerId);
  };

  const onPointerMove = (event: PointerEvent<HTMLCanvasElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const from = drag.current;
    if (from && (from.moved || Math.abs(event.clientX - from.x) > 3)) {
      from.moved = true;
      setView(pan(from.view, (from.x - event.clientX) / width, columns));
      setPointed(undefined);
    } else {
      setPointed({ x: event.clientX - box.left, y: event.clientY - box.top });
    }
  };

  const onPointerUp = () => {
    const clicked = drag.current && !drag.current.moved;
    drag.current = undefined;
    if (!clicked || !under) {
      return;
    }
    if (!shape) {
      select(undefined);
    } else if (shape.files === 1) {
      const spot = { level: map.levels.indexOf(under.row.level), lane: under.index, file: shape.first };
      setCursor(spot);
      select(fileAt(map, spot)?.name);
    } else {
      const middle = (shape.left + shape.right) / 2 / width;
      setView(zoom(view, Math.max(4, shape.files), middle, columns));
    }
  };

  return (
    <div className="map">
      <div className="map-levels" aria-hidden="true" style={{ height: rows.height }}>
        <span className="map-ranges-label">Ranges</span>
        {rows.rows.map(({ level, top, height }, at) => (
          <span key={level.level} style={{ top, height }}>
            <b>L{level.level}</b>
            <small>{ageOf(at, rows.rows.length)}{counted(level.files, 'file')}<br />{bytes(level.sizeBytes)}</small>
          </span>
        ))}
      </div>
      <div
        className="map-view"
        role="application"
        aria-roledescription="map of SST files"
        aria-label={`${counted(map.levels.reduce((sum, { files }) => sum + files, 0), 'SST file')} on `
          + `${counted(map.levels.length, 'level')}, ${counted(ranges.length, 'range')} to compact`}
        aria-describedby={help}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          setFocused(event.currentTarget.matches(':focus-visible'));
          if (!cursor) {
            setCursor(selectedSpot ?? FIRST_SPOT);
          }
        }}
        onBlur={() => { setFocused(false); }}
      >
        <canvas
          ref={canvas}
          style={{ height: rows.height }}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerUp}
          onPointerLeave={() => { setPointed(undefined); }}
          onDoubleClick={() => { setView(wholeOf(columns)); }}
        />
        {shape && (
          <Tip x={pointed.x} y={under.row.top + under.row.height} width={width}>
            <ShapeFacts lane={under.lane} shape={shape} level={under.row.level.level} />
          </Tip>
        )}
        {marked && pointed && (
          <Tip x={pointed.x} y={RANGES_HEIGHT} width={width}>Range {marked.labels[0]}</Tip>
        )}
        {!shape && !marked && cursorBox && cursorFile && (
          <Tip x={(cursorBox.left + cursorBox.right) / 2} y={cursorBox.top + cursorBox.height} width={width}>
            <FileFacts file={cursorFile} />
          </Tip>
        )}
        <p className="unseen" aria-live="polite">{focused && cursorFile ? describe(cursorFile) : ''}</p>
      </div>
      <MapAxis map={map} view={view} />
      <div className="map-foot">
        <p id={help} className="hint">
          Point at a file. Drag to move, Ctrl and wheel to zoom. Keys: arrows walk, + and − zoom, 0 shows all, Enter
          selects.
        </p>
        <div className="map-buttons" role="group" aria-label="Zoom">
          <button
            type="button" className="small" aria-label="Zoom out" disabled={whole}
            onClick={() => { setView(zoom(view, 1 / BUTTON_FACTOR, 0.5, columns)); }}
          >
            −
          </button>
          <span className="map-window" aria-hidden="true">
            <i style={{ left: `${view.from / columns * 100}%`, width: `${(view.to - view.from) / columns * 100}%` }} />
          </span>
          <button
            type="button" className="small" aria-label="Zoom in"
            onClick={() => { setView(zoom(view, BUTTON_FACTOR, 0.5, columns)); }}
          >
            +
          </button>
          <button type="button" className="small" disabled={whole} onClick={() => { setView(wholeOf(columns)); }}>
            Show all
          </button>
        </div>
      </div>
    </div>
  );
}

/** What a level's number means, where there are several. */
function ageOf(row: number, rows: number): string {
  return rows === 1 ? '' : row === 0 ? 'newest, ' : row === rows - 1 ? 'oldest, ' : '';
}

const TIP_WIDTH = 400;

function Tip({ x, y, width, children }: { x: number; y: number; width: number; children: React.ReactNode }) {
  const left = Math.max(0, Math.min(width - TIP_WIDTH, x - TIP_WIDTH / 2));
  return <div className="map-tip" aria-hidden="true" style={{ left, top: y + 6, width: TIP_WIDTH }}>{children}</div>;
}

function rangeAt(ranges: readonly MarkedRange[], view: View, width: number, x: number): MarkedRange | undefined {
  const column = view.from + x / width * (view.to - view.from);
  return ranges.find(({ columns }) => column >= columns.from && column < columns.to);
}

function cursorFraction(box: { left: number; right: number } | undefined, width: number): number {
  return box ? Math.min(1, Math.max(0, (box.left + box.right) / 2 / width)) : 0.5;
}

/** The width that the layout gives an element, 0 until it is known. */
function useWidth(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) {
      return undefined;
    }
    const observer = new ResizeObserver(() => { setWidth(target.clientWidth); });
    observer.observe(target);
    return () => { observer.disconnect(); };
  }, [element]);
  return width;
}
