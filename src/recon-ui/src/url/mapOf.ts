// SPDX-License-Identifier: Apache-2.0
import type { Bucket } from '../api/model';
import { rangeText } from '../format/keys';
import { bucketName } from '../format/spans';
import type { MapPlace } from './place';

/** Keys of a table on a node. */
type Keys = Pick<Bucket, 'nodeId' | 'table' | 'volume' | 'bucket' | 'begin' | 'end'>;

/** The map of a bucket, else of its keys. Keys that are open at an end have no range to ask for: the whole table's. */
export function mapOf(keys: Keys): MapPlace {
  const { nodeId, table, begin, end } = keys;
  const map: MapPlace = { page: 'map', nodeId, table };
  const bucket = bucketName(keys);
  if (bucket !== undefined) {
    return { ...map, bucket };
  }
  return begin.text === '' || end.text === '' ? map : { ...map, keyRange: rangeText(begin, end) };
}

export function isWholeTable({ bucket, keyRange }: MapPlace): boolean {
  return bucket === undefined && keyRange === undefined;
}
