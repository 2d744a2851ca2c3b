// SPDX-License-Identifier: Apache-2.0
import type { Bucket, SlowPlace } from '../api/model';
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

/** The map of what mends a slow place: of the one bucket that it lies in, else of its keys. */
export function mapOfPlace({ nodeId, table, begin, end, remedy: { bucket } }: SlowPlace): MapPlace {
  return bucket === undefined ? mapOf({ nodeId, table, begin, end }) : { page: 'map', nodeId, table, bucket };
}

/** That map with the trigger dialog open for the remedy. */
export function remedyOf(place: SlowPlace): MapPlace {
  return { ...mapOfPlace(place), trigger: 'all', ...(place.remedy.flush ? { flush: true } : {}) };
}

export function isWholeTable({ bucket, keyRange }: MapPlace): boolean {
  return bucket === undefined && keyRange === undefined;
}
