// SPDX-License-Identifier: Apache-2.0
import type { CountInterval, Range } from '../api/model';

/** What a range or a plan writes; one number where the OM knows no better. */
export function writeOf(
  { predictedWrite, predictedWriteBytes }: Pick<Range, 'predictedWrite' | 'predictedWriteBytes'>,
): CountInterval {
  return predictedWrite ?? { low: predictedWriteBytes, high: predictedWriteBytes };
}

/** Bytes read besides, to verify checksums and to count. */
export function checksOf({ checkReadBytes = 0 }: Range): number {
  return checkReadBytes;
}
