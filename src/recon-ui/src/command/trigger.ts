// SPDX-License-Identifier: Apache-2.0
import type { JobRequest } from '../api/model';
import { MEBIBYTE } from '../format/units';
import { rangesInText } from './plan';
import { option, quote } from './shell';

/** The command that submits the same job, one option per line. */
export function cliCommand(request: JobRequest): string {
  const { targets } = request;
  const thresholds = request.thresholds ?? {};
  const { tables, keyRanges } = rangesInText(targets);
  const options: string[] = [];
  const add = (name: string, value: string | number | undefined) => {
    if (value !== undefined && value !== '') {
      options.push(option(name, String(value)));
    }
  };
  const flag = (name: string, said: boolean | undefined) => {
    if (said) {
      options.push(name);
    }
  };
  flag('--slow', targets.slow);
  flag('--everything', targets.everything);
  add('--volume', targets.volume);
  (targets.buckets ?? []).forEach((bucket) => { add('--bucket', bucket); });
  add('--prefix', targets.prefix);
  add('--path', targets.path);
  add('--cf', tables.join(','));
  keyRanges.forEach((range) => { add('--key-range', range); });
  add('--exclude', targets.exclude?.join(','));
  add('--min-tombstones', thresholds.minTombstones);
  add('--min-ratio', thresholds.minRatio);
  add('--max-entries', thresholds.maxEntries);
  add('--max-bytes', size(thresholds.maxBytes));
  add('--max-total-bytes', size(thresholds.maxTotalBytes));
  add('--top', thresholds.top);
  add('--node-id', request.nodeIds?.join(','));
  add('--max-parallel-nodes', request.maxParallelNodes);
  add('--not-before', request.notBefore);
  add('--not-after', request.notAfter);
  add('--window', request.window);
  add('--max-write-rate', size(request.maxWriteRate));
  flag('--flush', request.flush);
  flag('--after-deletions', request.afterDeletions);
  flag('--preempt', request.preempt);
  flag('--move-leader', request.moveLeader);
  add('--job-id', request.jobId);
  return lines(['ozone admin om compaction trigger', ...options]);
}

/** The REST call that submits the same job. */
export function curlCommand(request: JobRequest, api: URL): string {
  return lines([
    'curl -X POST',
    option('-H', 'Content-Type: application/json'),
    option('-H', 'X-Requested-With: XMLHttpRequest'),
    option('--data', JSON.stringify(request)),
    quote(new URL('jobs', api).href),
  ]);
}

function lines(parts: string[]): string {
  return parts.join(' \\\n  ');
}

/** As the command line accepts a size. */
function size(bytes: number | undefined): string | undefined {
  if (bytes === undefined) {
    return undefined;
  }
  return bytes % MEBIBYTE === 0 ? `${bytes / MEBIBYTE}MB` : String(bytes);
}
