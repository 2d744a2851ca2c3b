// SPDX-License-Identifier: Apache-2.0
import { only } from '../api/only';
import type { BucketFilter, KeysFilter } from './address';

/** The part of a filter that says whose places and buckets are listed. */
export function keysOf({ nodeId, search, volume, bucket, table }: BucketFilter): KeysFilter {
  return only<KeysFilter>({ nodeId, search, volume, bucket, table });
}

/** Whether some of an OM's keys are left out. */
export function isNarrowed({ search, volume, bucket, table }: KeysFilter): boolean {
  return [search, volume, bucket, table].some((value) => value !== undefined);
}

/** A filter with one of its fields set; undefined takes the field out. */
export function withField<F extends object, K extends keyof F>(filter: F, name: K, value: F[K] | undefined): F {
  const { [name]: _, ...rest } = filter;
  return (value === undefined ? rest : { ...rest, [name]: value }) as F;
}
