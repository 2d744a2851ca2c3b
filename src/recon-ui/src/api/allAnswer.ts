// SPDX-License-Identifier: Apache-2.0
import type { Problem } from './model';

const POLL_MILLIS = 10_000;

/** When to ask again for an answer that some nodes are missing from: they may be busy, or come back. */
export function untilAllAnswer(list: { unanswered: readonly Problem[] } | undefined): number | undefined {
  return list && list.unanswered.length > 0 ? POLL_MILLIS : undefined;
}
