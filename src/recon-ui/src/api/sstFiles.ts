// SPDX-License-Identifier: Apache-2.0
import { get, LARGEST_PAGE, query, type Tagged } from './client';
import type { SstFileList } from './model';

/** What to draw: a table on a node, narrowed down to a bucket or a key range. */
export interface SpanQuery {
  nodeId: string | undefined;
  bucket: string | undefined;
  table: string;
  keyRange: string | undefined;
}

export function sstFilesPath(span: SpanQuery): string {
  return `sst-files${query({ ...span, limit: LARGEST_PAGE })}`;
}

/** All pages as one list. */
export async function getAllSstFiles(
  path: string, signal: AbortSignal, known: Tagged<SstFileList> | undefined,
): Promise<Tagged<SstFileList>> {
  const first = await get<SstFileList>(path, signal, known);
  if (first === known || first.value.nextKey === undefined) {
    return first;
  }
  // Another OM may lead meanwhile, with other files.
  const sameNode = path.includes('nodeId=') ? path : `${path}&${query({ nodeId: first.value.nodeId }).slice(1)}`;
  const sstFiles = [...first.value.sstFiles];
  let nextKey: string | undefined = first.value.nextKey;
  while (nextKey !== undefined) {
    const more = `${sameNode}&${query({ prevKey: nextKey }).slice(1)}`;
    const page: SstFileList = (await get<SstFileList>(more, signal)).value;
    sstFiles.push(...page.sstFiles);
    nextKey = page.nextKey;
  }
  const { nextKey: _, ...whole } = first.value;
  // The tag speaks for the first page only.
  return { value: { ...whole, sstFiles }, etag: null };
}
