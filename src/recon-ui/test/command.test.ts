// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { query } from '../src/api/client';
import type { JobRequest } from '../src/api/model';
import { newJobId } from '../src/command/jobId';
import {
  emptyForm, jobRequest, partsOf, scopeOfMap, scopeOfOverview, turnOrder, wrongWith, type JobForm,
  type Scope,
} from '../src/command/jobRequest';
import { planOf } from '../src/command/plan';
import { quote } from '../src/command/shell';
import { cliCommand, curlCommand } from '../src/command/trigger';
import { START, type BucketFilter } from '../src/url/address';
import { key, node } from './samples';

const ID = '11111111-2222-4333-8444-555555555555';
const ODD = [
  '/v/b', '/v/it\'s', '/v/a b', '/v/$(reboot)', '/v/`id`', '/v/"x"', '/v/a;b|c&d', '/v/*?[a]', '/v/\\x41',
  '~root', '#no', '-rf', '/v/line\nbreak', '/v/tab\tbell\u0007', '/v/ключ-🗝', '/v/\u202egnp.exe', '!!', 'a=b', '',
  '\'', '\\\'',
];

/** What a real shell makes of a command line. */
function words(command: string): string[] {
  const printed = execFileSync('bash', ['--norc', '--noprofile', '-c', `printf '%s\\0' ${command}`], {
    env: { LC_ALL: 'C.UTF-8', PATH: process.env.PATH }, stdio: ['ignore', 'pipe', 'inherit'],
  });
  return printed.toString().split('\0').slice(0, -1);
}

function request(more: Partial<JobRequest> = {}): JobRequest {
  return { jobId: ID, targets: { buckets: ['/v/b'], tables: ['keyTable'] }, ...more };
}

describe('Shell words', () => {
  test('come out of a shell as they went in', () => {
    expect(words(ODD.map(quote).join(' '))).toEqual(ODD);
  });

  test('show no character that a terminal hides or acts on', () => {
    ODD.map(quote).forEach((word) => { expect(word).not.toMatch(/[\p{Cc}\p{Cf}]/u); });
  });
});

describe('The command that does the same', () => {
  test('names bucket, table and job', () => {
    expect(words(cliCommand(request()))).toEqual(['ozone', 'admin', 'om', 'compaction', 'trigger', '--bucket', '/v/b',
      '--cf', 'keyTable', '--job-id', ID]);
  });

  test('holds every option', () => {
    const all = request({
      targets: { volume: 'v', buckets: ['/v/a', '/v/b'], tables: ['keyTable', 'fileTable'], exclude: ['/v/c*', '/w'] },
      thresholds: { minTombstones: 5, minRatio: 0.25, top: 3, maxEntries: 1000, maxBytes: 1000, maxTotalBytes: 2048 },
      nodeIds: ['om1', 'om2'], maxParallelNodes: 1, notBefore: '2030-01-01T22:00:00Z', notAfter: '2030-01-02T04:00:00Z',
      maxWriteRate: 50 * 2 ** 20, flush: true, afterDeletions: true, preempt: true, moveLeader: true,
    });
    expect(words(cliCommand(all)).slice(5)).toEqual(['--volume', 'v', '--bucket', '/v/a', '--bucket', '/v/b',
      '--cf', 'keyTable,fileTable', '--exclude', '/v/c*,/w', '--min-tombstones', '5', '--min-ratio', '0.25',
      '--max-entries', '1000', '--max-bytes', '1000', '--max-total-bytes', '2048', '--top', '3', '--node-id', 'om1,om2',
      '--max-parallel-nodes', '1',
      '--not-before', '2030-01-01T22:00:00Z', '--not-after', '2030-01-02T04:00:00Z', '--max-write-rate', '50MB',
      '--flush', '--after-deletions', '--preempt', '--move-leader', '--job-id', ID]);
  });

  test('names windows', () => {
    const window = 'Mon-Fri 20:00-06:00 Europe/Berlin except 2026-12-24';
    expect(words(cliCommand(request({ window })))).toEqual(expect.arrayContaining(['--window', window]));
  });

  test('names a prefix beside its bucket, and a path alone', () => {
    const prefix = request({ targets: { buckets: ['/v/b'], prefix: 'a b/' } });
    expect(words(cliCommand(prefix)).slice(5)).toEqual(['--bucket', '/v/b', '--prefix', 'a b/', '--job-id', ID]);
    expect(query(planOf(prefix))).toBe('?bucket=%2Fv%2Fb&prefix=a+b%2F');
    const path = request({ targets: { path: '/v/b/dir', tables: ['fileTable'] } });
    expect(words(cliCommand(path)).slice(5)).toEqual(['--path', '/v/b/dir', '--cf', 'fileTable', '--job-id', ID]);
    expect(query(planOf(path))).toBe('?path=%2Fv%2Fb%2Fdir&table=fileTable');
  });

  test('names the table of a key range', () => {
    const ranged = request({ targets: { keyRanges: [{ table: 'fileTable', begin: key('a'), end: key('b') }] } });
    expect(words(cliCommand(ranged)).slice(5, 9)).toEqual(['--cf', 'fileTable', '--key-range', 'a..b']);
  });

  test('names the table of each key range where they lie in several', () => {
    const ranged = request({ targets: { keyRanges: [
      { table: 'fileTable', begin: key('a'), end: key('b') },
      { table: 'keyTable', begin: key('c'), end: key('d') },
    ] } });
    expect(words(cliCommand(ranged)).slice(5, 9))
      .toEqual(['--key-range', 'fileTable:a..b', '--key-range', 'keyTable:c..d']);
    expect(query(planOf(ranged))).toBe('?keyRange=fileTable%3Aa..b&keyRange=keyTable%3Ac..d');
  });

  test('says everything where a job is for everything', () => {
    expect(words(cliCommand(request({ targets: { everything: true } }))).slice(5))
      .toEqual(['--everything', '--job-id', ID]);
  });

  test('attaches a value that looks like an option', () => {
    expect(cliCommand(request({ targets: { volume: '-rf' } }))).toContain("--volume='-rf'");
  });
});

describe('The preview of a job', () => {
  test('names all of its targets and limits', () => {
    const all = request({
      targets: { volume: 'v', buckets: ['/v/a', '/v/b'], tables: ['keyTable', 'fileTable'], exclude: ['/v/c*', '/w'] },
      thresholds: { minTombstones: 5, minRatio: 0.25, top: 3, maxEntries: 1000, maxBytes: 1000, maxTotalBytes: 2048 },
      notBefore: '2030-01-01T22:00:00Z', maxWriteRate: 50 * 2 ** 20,
    });
    expect([...new URLSearchParams(query(planOf(all)))]).toEqual([
      ['volume', 'v'], ['bucket', '/v/a'], ['bucket', '/v/b'], ['table', 'keyTable,fileTable'],
      ['exclude', '/v/c*,/w'], ['minTombstones', '5'], ['minRatio', '0.25'], ['top', '3'], ['maxEntries', '1000'],
      ['maxBytes', '1000'], ['maxTotalBytes', '2048'], ['notBefore', '2030-01-01T22:00:00Z'],
    ]);
    const ranged = request({ targets: { keyRanges: [
      { table: 'keyTable', begin: key('a'), end: key('b') },
      { table: 'keyTable', begin: key('c'), end: key('d') },
    ] } });
    expect(query(planOf(ranged))).toBe('?table=keyTable&keyRange=a..b&keyRange=c..d');
    expect(query(planOf(request({ targets: { everything: true } })))).toBe('');
  });
});

describe('The REST call that does the same', () => {
  test('sends the request itself, however odd its names', () => {
    const odd = request({ targets: { buckets: ODD } });
    const call = words(curlCommand(odd, new URL('http://recon:9888/api/v1/om/compaction/')));
    expect(call.slice(0, 7)).toEqual(['curl', '-X', 'POST', '-H', 'Content-Type: application/json',
      '-H', 'X-Requested-With: XMLHttpRequest']);
    expect(JSON.parse(call[8] ?? '')).toEqual(odd);
    expect(call[9]).toBe('http://recon:9888/api/v1/om/compaction/jobs');
  });
});

describe('The request of the dialog', () => {
  const scopeOf = (filter: BucketFilter): Scope => {
    const scope = scopeOfOverview({ ...START, filter });
    if (scope === undefined) {
      throw new Error(`no scope of ${JSON.stringify(filter)}`);
    }
    return scope;
  };
  const scope = scopeOf({});
  const form = (more: Partial<JobForm>): JobForm => ({ ...emptyForm(scope), ...more });

  test('leaves out a time that is no date', () => {
    expect(jobRequest(scope, form({ notAfter: '202622-11-27T22:00' }), ID).notAfter).toBeUndefined();
  });

  test('is for a part of the one bucket', () => {
    const one = scopeOf({ volume: 'v', bucket: '/v/b' });
    const targets = (more: Partial<JobForm>) => jobRequest(one, { ...emptyForm(one), ...more }, ID).targets;
    expect(targets({})).toEqual({ volume: 'v', buckets: ['/v/b'] });
    expect(targets({ prefix: 'logs/' })).toEqual({ volume: 'v', buckets: ['/v/b'], prefix: 'logs/' });
    expect(targets({ directory: '/dir/sub' })).toEqual({ path: '/v/b/dir/sub' });
    const slow = { ...one, targets: { ...one.targets, slow: true } };
    expect(jobRequest(slow, { ...emptyForm(slow), directory: 'dir' }, ID).targets)
      .toEqual({ slow: true, path: '/v/b/dir' });
    expect(wrongWith({ ...emptyForm(one), prefix: 'a', directory: 'b' }, new Date()))
      .toBe('Name what keys begin with or a directory, not both.');
  });

  test('names parts of a bucket as its tables do', () => {
    const parts = (filter: BucketFilter) => Object.entries(partsOf(scopeOf(filter)))
      .filter(([, possible]) => possible).map(([name]) => name);
    expect(parts({ bucket: '/v/b' })).toEqual(['prefix', 'directory']);
    expect(parts({ bucket: '/v/b', table: 'deletedTable' })).toEqual(['prefix', 'directory']);
    expect(parts({ bucket: '/v/b', table: 'keyTable' })).toEqual(['prefix']);
    expect(parts({ bucket: '/v/b', table: 'fileTable' })).toEqual(['directory']);
    expect(parts({ volume: 'v' })).toEqual([]);
    expect(parts({})).toEqual([]);
  });

  test('says nothing where the OM\'s own settings hold', () => {
    expect(jobRequest(scope, form({}), ID)).toEqual({ jobId: ID, targets: { everything: true } });
  });

  test('turns percent, megabytes and local time into the contract\'s units', () => {
    const filled = form({
      minRatioPercent: '29', maxWriteMegabytes: '1.5', maxMegabytes: '256', maxTotalMegabytes: '1024', top: '7',
      nodeIds: ['om2'], notBefore: '2030-06-01T22:30', flush: true, afterDeletions: true, preempt: true,
      moveLeader: true,
    });
    expect(jobRequest(scope, filled, ID)).toEqual({
      jobId: ID, targets: { everything: true }, nodeIds: ['om2'], maxWriteRate: 1_572_864, flush: true,
      afterDeletions: true, preempt: true, moveLeader: true,
      notBefore: new Date(2030, 5, 1, 22, 30).toISOString().replace('.000Z', 'Z'),
      thresholds: { minRatio: 0.29, maxBytes: 256 * 2 ** 20, maxTotalBytes: 2 ** 30, top: 7 },
    });
  });

  test('takes over what the list was filtered by', () => {
    const filtered = scopeOf({ volume: 'v', table: 'keyTable', minRatio: 0.07 });
    expect(jobRequest(filtered, emptyForm(filtered), ID)).toEqual({
      jobId: ID, targets: { volume: 'v', tables: ['keyTable'] }, thresholds: { minRatio: 0.07 },
    });
  });

  test('fixes keys when one range was chosen, or the keys have no bucket', () => {
    const one = scopeOfMap({ page: 'map', table: 'keyTable', bucket: '/v/b', trigger: 'a..b' });
    const orphan = scopeOfMap({ page: 'map', table: 'keyTable', keyRange: 'a..b', trigger: 'all' });
    const keyRanges = [{ table: 'keyTable', begin: key('a'), end: key('b') }];
    expect(one?.targets).toEqual({ keyRanges });
    expect(orphan?.targets).toEqual({ keyRanges });
    expect(scopeOfMap({ page: 'map', table: 'keyTable', trigger: 'no range' })).toBeUndefined();
  });

  test.each([
    [{ nodeIds: [] }, /at least one node/],
    [{ notAfter: '2029-01-01T00:00' }, /past/],
    [{ window: 'Sat UTC', notAfter: '2031-01-01T00:00' }, /windows or times, not both/],
    [{ window: 'Sat UTC', notBefore: '2031-01-01T00:00' }, /windows or times, not both/],
    [{ window: 'Sat UTC' }, undefined],
    [{ notBefore: '202622-11-27T22:00' }, /no date/],
    [{ notAfter: '202622-11-27T22:00' }, /no date/],
    [{ notBefore: '2031-01-02T00:00', notAfter: '2031-01-01T00:00' }, /closes before it opens/],
    [{ notBefore: '2031-01-01T00:00', notAfter: '2031-01-02T00:00' }, undefined],
  ] as [Partial<JobForm>, RegExp | undefined][])('%j: what is wrong with it', (more, message) => {
    const wrong = wrongWith(form(more), new Date(2030, 0, 1));
    if (message) {
      expect(wrong).toMatch(message);
    } else {
      expect(wrong).toBeUndefined();
    }
  });

  test('the leader\'s turn is last', () => {
    const order = turnOrder([node('om1', { role: 'LEADER' }), node('om2'), node('om3', { role: 'LISTENER' })]);
    expect(order.map(({ nodeId }) => nodeId)).toEqual(['om2', 'om3', 'om1']);
  });

  test('job ids are random UUIDs', () => {
    const ids = Array.from({ length: 100 }, newJobId);
    const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    ids.forEach((id) => { expect(id).toMatch(uuid); });
    expect(new Set(ids).size).toBe(100);
  });
});
