// SPDX-License-Identifier: Apache-2.0
import type { SstFile } from '../api/model';
import { keyName, shortKey } from '../format/keys';
import { bytes, counted, exactCount, ratio } from '../format/units';
import type { Lane } from './lsmMap';
import { filesOf, type Shape } from './shapes';

export function FileFacts({ file }: { file: SstFile }) {
  return (
    <dl className="facts">
      <dt>File</dt>
      <dd>{file.name}, level {file.level}{file.beingCompacted && ', being compacted now'}</dd>
      <dt>First key</dt>
      <dd className="key">{shortKey(keyName(file.begin))}</dd>
      <dt>Last key</dt>
      <dd className="key">{shortKey(keyName(file.end))}</dd>
      <dt>Entries</dt>
      <dd>{file.entries === 0 ? 'not known' : exactCount(file.entries)}</dd>
      <dt>Tombstones</dt>
      <dd>{tombstones(file.tombstones, file.entries)}</dd>
      <dt>Size</dt>
      <dd>{bytes(file.sizeBytes)}</dd>
    </dl>
  );
}

/** A file, or the sum of files too narrow to tell apart. */
export function ShapeFacts({ lane, shape, level }: { lane: Lane; shape: Shape; level: number }) {
  const files = filesOf(lane, shape);
  const [first] = files;
  const last = files.at(-1);
  if (files.length === 1 && first) {
    return <FileFacts file={first} />;
  }
  return (
    <dl className="facts">
      <dt>Files</dt>
      <dd>{exactCount(files.length)} of level {level}; click to look closer</dd>
      <dt>First key</dt>
      <dd className="key">{first && shortKey(keyName(first.begin))}</dd>
      <dt>Last key</dt>
      <dd className="key">{last && shortKey(keyName(last.end))}</dd>
      <dt>Entries</dt>
      <dd>{exactCount(shape.entries)}</dd>
      <dt>Tombstones</dt>
      <dd>{tombstones(shape.tombstones, shape.entries)}</dd>
      <dt>Size</dt>
      <dd>{bytes(files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0))}</dd>
    </dl>
  );
}

/** A file in one sentence, for a screen reader. */
export function describe(file: SstFile): string {
  return `File ${file.name}, level ${file.level}, from ${keyName(file.begin)} to ${keyName(file.end)}, `
    + `${counted(file.entries, 'entry').replace('entrys', 'entries')}, `
    + `${tombstones(file.tombstones, file.entries)} tombstones, `
    + `${bytes(file.sizeBytes)}${file.beingCompacted ? ', being compacted now' : ''}.`;
}

function tombstones(count: number, entries: number): string {
  return entries === 0 ? 'not known' : `${exactCount(count)} (${ratio(count / entries)})`;
}
