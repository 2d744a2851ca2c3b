// SPDX-License-Identifier: Apache-2.0
import { useMemo, useState } from 'react';
import { LARGEST_PAGE, query } from '../api/client';
import type { BucketList, Node, RangeList, SstFileList } from '../api/model';
import { only } from '../api/only';
import { getAllSstFiles, sstFilesPath } from '../api/sstFiles';
import { pollWhileIncomplete } from '../api/pollWhileIncomplete';
import { useAnswer } from '../api/useAnswer';
import { shortKey } from '../format/keys';
import { writes } from '../format/ranges';
import { bytes, ratio } from '../format/units';
import { gradient } from '../map/colour';
import { useMapColours } from '../map/colours';
import { FileFacts } from '../map/FileFacts';
import { columnsOf, layOut } from '../map/lsmMap';
import { MapCanvas } from '../map/MapCanvas';
import type { MarkedRange } from '../map/paint';
import { Asking } from '../parts/Asking';
import { NodeSelect } from '../parts/NodeSelect';
import { Unanswered } from '../parts/Notice';
import { Panel } from '../parts/Panel';
import { Empty } from '../parts/Waiting';
import { START, toHash, zoomedTo, type MapAddress } from '../url/address';
import type { stayAt } from '../url/useAddress';
import { BucketFigures, TableFigures } from './Figures';
import { RangesPanel } from './RangesPanel';

interface LsmMapPanelProps {
  address: MapAddress;
  nodes: readonly Node[];
  go: (address: MapAddress) => void;
  stay: typeof stayAt;
}

export function LsmMapPanel({ address, nodes, go, stay }: LsmMapPanelProps) {
  const { nodeId, bucket, table, keyRange, slow } = address;
  const span = { nodeId, bucket, table, keyRange };
  const files = useAnswer<SstFileList>(sstFilesPath(span), undefined, getAllSstFiles);
  const ranges = useAnswer<RangeList>(
    `ranges${query({ ...span, slow, showSkipped: true, limit: LARGEST_PAGE })}`, pollWhileIncomplete);
  // Of a whole table the sums are wanted, of a bucket its row; keys of no bucket have neither.
  const summary = useAnswer<BucketList>(bucket === undefined && keyRange !== undefined ? null
    : `buckets${query({ nodeId, bucket, table, limit: bucket === undefined ? 1 : undefined })}`, pollWhileIncomplete);
  const [stressed, setStressed] = useState<number>();
  const reload = () => {
    files.reload();
    ranges.reload();
    summary.reload();
  };
  const { data } = files;
  const what = bucket ?? (keyRange === undefined ? 'Whole table' : shortKey(keyRange, 80));
  return (
    <>
      <nav className="crumbs" aria-label="Where you are">
        <a href={toHash(START)}>Overview</a><span aria-hidden="true">/</span>
        <span>{what}</span><span aria-hidden="true">/</span><span>{table}</span>
      </nav>
      <Panel
        title={`${what}, ${table}`}
        hint={<>Each rectangle is a file of the database, an <dfn>SST file</dfn>, from its first key on the left to its
          last on the right. New writes and deletes come in at the top and sink to the bottom, level by level. The
          stronger its colour, the more of a file is tombstones. A compaction rewrites what lies below a green,
          numbered <dfn>range</dfn>, and its tombstones are gone.</>}
        busy={files.loading}
        actions={(
          <>
            <NodeSelect
              nodes={nodes}
              value={nodeId}
              choose={(chosen) => { go({ page: 'map', ...without(address), ...(chosen ? { nodeId: chosen } : {}) }); }}
            />
            <button type="button" onClick={reload}>Refresh</button>
            <button
              type="button"
              className="primary"
              disabled={ranges.data?.ranges.length === 0 && (ranges.data.flushes ?? []).length === 0}
              onClick={() => { go({ ...address, trigger: 'all' }); }}
            >
              Compact…
            </button>
          </>
        )}
      >
        {summary.data && bucket !== undefined && <BucketFigures row={summary.data.buckets[0]} />}
        {summary.data && bucket === undefined && <TableFigures list={summary.data} />}
        <Asking answer={files} what="Reading the LSM tree…" failed="The SST files could not be read." rows={5} />
        {data && <Unanswered problems={data.unanswered} />}
        {data?.sstFiles.length === 0 && data.unanswered.length === 0 && (
          <Empty title="No SST file holds these keys">
            <p>They were never written, are already compacted away, or are still in memory only.</p>
          </Empty>
        )}
        {data && data.sstFiles.length > 0 && (
          <Drawing
            key={`${nodeId ?? ''} ${bucket ?? ''} ${table} ${keyRange ?? ''} ${data.sstFiles.length}`}
            list={data}
            bounded={bucket !== undefined || keyRange !== undefined}
            ranges={ranges.data}
            stressed={stressed}
            address={address}
            go={go}
            stay={stay}
          />
        )}
      </Panel>
      <RangesPanel
        answer={ranges}
        stress={setStressed}
        compactOnly={(range) => { go({ ...address, trigger: range }); }}
      />
    </>
  );
}

function without({ bucket, table, keyRange, slow }: MapAddress): Omit<MapAddress, 'page'> {
  return only<Omit<MapAddress, 'page'>>({ table, bucket, keyRange, slow });
}

interface DrawingProps {
  list: SstFileList;
  bounded: boolean;
  ranges: RangeList | undefined;
  stressed: number | undefined;
  address: MapAddress;
  go: (address: MapAddress) => void;
  stay: typeof stayAt;
}

function Drawing({ list, bounded, ranges, stressed, address, go, stay }: DrawingProps) {
  const { scale } = useMapColours();
  const { begin, end, sstFiles } = list;
  const span = useMemo(() => (bounded && begin && end ? { begin, end } : undefined), [bounded, begin, end]);
  const map = useMemo(() => layOut(sstFiles, span), [sstFiles, span]);
  const spanColumns = useMemo(() => span && columnsOf(map, span.begin, span.end), [map, span]);
  const marked = useMemo(() => markedOn(map, ranges), [map, ranges]);
  const selected = address.file === undefined ? undefined : sstFiles.find(({ name }) => name === address.file);
  const select = (file: string | undefined) => {
    const { file: before, ...rest } = address;
    if (file !== before) {
      go(file === undefined ? rest : { ...rest, file });
    }
  };
  return (
    <>
      <MapCanvas
        map={map}
        span={spanColumns}
        ranges={marked}
        stressed={stressed}
        selected={address.file}
        select={select}
        zoomed={address.zoom}
        settle={(zoomed) => { stay((here) => zoomedTo(here, address, zoomed)); }}
      />
      <div className="legend">
        <span>Tombstones per entry</span>
        <span>{ratio(0)}</span>
        <i className="legend-scale" style={{ background: gradient(scale) }} />
        <span>{ratio(1)}</span>
        <span><i className="legend-range" /> range to compact, number 1 first</span>
        {span && <span><i className="legend-outside" /> keys of others, in files that are shared</span>}
        <span className="legend-node">on {list.nodeId ?? 'the leader'}</span>
      </div>
      {selected && (
        <div className="selected-file">
          <h3>Selected file</h3>
          <FileFacts file={selected} />
          <button type="button" className="small" onClick={() => { select(undefined); }}>Clear</button>
        </div>
      )}
    </>
  );
}

function markedOn(map: ReturnType<typeof layOut>, list: RangeList | undefined): MarkedRange[] {
  return (list?.ranges ?? []).flatMap((range) => {
    const { rank } = range;
    const columns = columnsOf(map, range.begin, range.end);
    const cost = `read ${bytes(range.predictedReadBytes)}, write ${writes(range)}`;
    const labels = [
      `${rank}: ${cost}, collateral ${bytes(range.collateralBytes)}`, `${rank}: ${cost}`, String(rank),
    ];
    return columns ? [{ rank, columns, labels }] : [];
  });
}
