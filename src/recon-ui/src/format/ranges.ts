// SPDX-License-Identifier: Apache-2.0
import type { ByteInterval, Range } from '../api/model';
import { bytes, expectedBytes } from './units';

type Writing = Pick<Range, 'predictedWrite' | 'predictedWriteBytes'>;

/** Between which bytes a range or a plan writes; one number where the OM knows no better. */
export function writeBounds({ predictedWrite, predictedWriteBytes }: Writing): ByteInterval {
  return predictedWrite ?? { low: predictedWriteBytes, high: predictedWriteBytes };
}

/** What a range or a plan writes, as the command line tells it. */
export function writes(of: Writing): string {
  return expectedBytes(of.predictedWriteBytes, writeBounds(of));
}

/** The bound that budgets and the disk reserve count with; empty where the prediction is exact. */
export function atMost(of: Writing): string {
  const { low, high } = writeBounds(of);
  return low === high ? '' : `, at most ${bytes(high)}`;
}

/** Bytes read besides, to verify checksums and to count. */
export function checksOf({ checkReadBytes = 0 }: Range): number {
  return checkReadBytes;
}
