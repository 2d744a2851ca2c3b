// SPDX-License-Identifier: Apache-2.0
import type { Bucket, SlowPlace } from '../api/model';
import { only } from '../api/only';
import { rangeText } from '../format/keys';
import { bucketName } from '../format/spans';
import type { MapAddress } from './address';

/** Keys of a table on a node. */
type Keys = Pick<Bucket, 'nodeId' | 'table' | 'volume' | 'bucket' | 'begin' | 'end'>;

/** The map of a bucket, else of its keys. Keys that are open at an end have no range to ask for: the whole table's. */
export function mapOf(keys: Keys): MapAddress {
  const { nodeId, table, begin, end } = keys;
  const map: MapAddress = { page: 'map', nodeId, table };
  const bucket = bucketName(keys);
  if (bucket !== undefined) {
    return { ...map, bucket };
  }
  return begin.text === '' || end.text === '' ? map : { ...map, keyRange: rangeText(begin, end) };
}

/** The map of a slow place's keys, with what a job for slow places compacts there. */
export function mapOfPlace(place: SlowPlace): MapAddress {
  const { nodeId, table, begin, end, firstBucket, bucketCount } = place;
  const map = mapOf({ nodeId, table, begin, end });
  const bucket = isWholeTable(map) && bucketCount === 1 ? firstBucket : undefined;
  return only<MapAddress>({ ...map, bucket, slow: true });
}

/** That map with the trigger dialog open. */
export function compactPlace(place: SlowPlace): MapAddress {
  return { ...mapOfPlace(place), trigger: 'all' };
}

export function isWholeTable({ bucket, keyRange }: MapAddress): boolean {
  return bucket === undefined && keyRange === undefined;
}
