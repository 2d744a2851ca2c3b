// SPDX-License-Identifier: Apache-2.0
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { Bucket } from '../src/api/model';
import { accessibilityProblems } from './axe';
import { MAP, open, ring } from './recon';
import * as samples from './samples';

const TABLE_MAP = '#/map?nodeId=om1&table=keyTable';

function listOf(...buckets: Bucket[]) {
  ring({ buckets: { body: samples.bucketList({ totalCount: buckets.length, buckets }) } });
  open('#/buckets');
}

async function rowOf(name: RegExp): Promise<HTMLElement> {
  return screen.findByRole('row', { name });
}

describe('A bucket\'s row', () => {
  test('has its worst run, and what a list waits at the slowest place', async () => {
    listOf(samples.bucket({ kind: 'BUCKET', run: samples.run(34_000, 68_000), waitMicros: 48_700, lookedAt: true }));
    const row = await rowOf(/\/v\/b/);
    expect(within(row).getByText('34.0k').textContent).toBe('34.0k50 % of it');
    expect(within(row).getByText('~48.7 ms').getAttribute('title')).toBe('At the slowest place that it meets');
    expect(row.className).toBe('');
    expect(await accessibilityProblems()).toEqual([]);
  });

  test.each([
    ['where nothing is wrong is grey', { kind: 'BUCKET', lookedAt: true }, 'peaceful'],
    ['that is not looked at yet is not', { kind: 'BUCKET', lookedAt: false }, ''],
    ['of an OM that does not tell is not', {}, ''],
  ] as [string, Partial<Bucket>, string][])('%s', async (_, more, className) => {
    listOf(samples.bucket(more));
    expect((await rowOf(/\/v\/b/)).className).toBe(className);
  });

  test.each([
    ['on disk alone', {}, '~350', '~37 %'],
    ['in memory alone', {
      tombstones: samples.exactly(0), entries: samples.exactly(1000), tombstoneRatio: samples.ratioBetween(0, 0),
      memtableTombstones: samples.exactly(1_000_000), memtableEntries: 999_000,
      allTombstones: samples.exactly(1_000_000), allEntries: samples.exactly(1_001_000),
      allTombstoneRatio: samples.ratioBetween(0.999, 0.999),
    }, '~1.00M~1.00M in memory', '>99 %'],
    ['in both', {
      memtableTombstones: samples.between(100, 200), memtableEntries: 150,
      allTombstones: samples.between(400, 600), allTombstoneRatio: samples.ratioBetween(0.333, 0.571),
    }, '~500~150 in memory', '~45 %'],
  ])('counts tombstones %s', async (_, more, tombstones, ratio) => {
    listOf(samples.bucket(more));
    const cells = within(await rowOf(/\/v\/b/)).getAllByRole('cell').map(({ textContent }) => textContent);
    expect(cells[3]).toBe(tombstones);
    expect(cells[4]).toBe(ratio);
  });

  test.each([
    [{ rows: 0, bounded: false }, '~350'],
    [{ rows: 12_000, bounded: false }, '~35012.0k to delete'],
    [{ rows: 1_000_000, bounded: true }, '~350>1.00M to delete'],
  ])('tells rows that wait for deletion: %j', async (deletionBacklog, tombstones) => {
    listOf(samples.bucket({ deletionBacklog }));
    expect(within(await rowOf(/\/v\/b/)).getAllByRole('cell')[3]?.textContent).toBe(tombstones);
  });

  test('says on which node it is where there are several', async () => {
    listOf(samples.bucket(), samples.bucket({ nodeId: 'om2' }));
    expect(await screen.findByRole('columnheader', { name: 'Node' })).toBeDefined();
    expect(screen.getByRole('cell', { name: 'om2' })).toBeDefined();
  });

  test.each([['In a row', 'RUN'], ['List waits', 'WAIT'], ['Tombstones', 'TOMBSTONES']])(
    'is sorted by %s', async (label, sort) => {
      const log = ring();
      open('#/buckets?sort=SIZE');
      await userEvent.click(await screen.findByRole('button', { name: label }));
      await waitFor(() => {
        expect(log.filter(({ path }) => path.startsWith('buckets')).at(-1)?.path)
          .toBe(`buckets?sort=${sort}&limit=50`);
      });
      expect(screen.getByRole('columnheader', { name: new RegExp(`^${label}`) }).getAttribute('aria-sort'))
        .toBe('descending');
    });

  test('offers to compact the bucket itself', async () => {
    listOf(samples.bucket({ waitMicros: 48_700 }));
    const compact = await screen.findByRole('link', { name: 'Compact /v/b' });
    expect(compact.textContent).toBe('Compact…');
    expect(compact.getAttribute('href')).toBe(`${MAP}&trigger=all`);
  });

  test('without tombstones has nothing to compact', async () => {
    listOf(samples.bucket({ tombstones: samples.exactly(0) }));
    await rowOf(/\/v\/b/);
    expect(screen.queryByRole('link', { name: 'Compact /v/b' })).toBeNull();
  });

  test.each([
    ['waits at a known place', { waitMicros: 19_485, lookedAt: true }, '~19.5 ms', /^At the slowest place that/],
    ['waits so long at least', { waitMicros: 19_485, lookedAt: false }, '~19.5 ms', /still to be looked at$/],
    ['nobody has looked at', { lookedAt: false }, '?', /^Not known yet/],
    ['meets no slow place', { lookedAt: true }, '–', /^No list of these keys meets/],
  ] as [string, Partial<Bucket>, string, RegExp][])('tells a list that %s', async (_, more, text, title) => {
    listOf(samples.bucket({ kind: 'BUCKET', ...more }));
    const cell = within(await rowOf(/\/v\/b/)).getAllByRole('cell')[1];
    expect(cell?.textContent).toBe(text);
    expect(cell?.getAttribute('title')).toMatch(title);
  });

  test('comes by how long lists wait when nothing else is said', async () => {
    ring();
    open('#/buckets');
    expect((await screen.findByRole('columnheader', { name: /^List waits/ })).getAttribute('aria-sort'))
      .toBe('descending');
  });
});

describe('A table\'s head', () => {
  test('is warned of beside the nodes', async () => {
    ring({ nodes: { body: { totalCount: 2, nodes: [
      samples.node('om1', { warnings: ['Every list of keyTable takes 349 ms.'] }), samples.node('om2'),
    ] } } });
    open('#/buckets');
    const warning = (await screen.findByText('An OM warns.')).parentElement;
    expect(warning?.textContent).toBe('An OM warns.om1: Every list of keyTable takes 349 ms.');
    expect(await accessibilityProblems()).toEqual([]);
  });
});

describe('A corrupt file', () => {
  test('is warned of, and is no slow table', async () => {
    ring({ nodes: { body: { totalCount: 2, nodes: [
      samples.node('om1', { warnings: ['SST file 000123.sst of keyTable is corrupt: bootstrap this OM anew.'] }),
      samples.node('om2', { warnings: ['It installed a checkpoint at 2026-11-30T02:00:00Z.'] }),
    ] } } });
    open('#/buckets');
    const warning = (await screen.findByText('OMs warn.')).parentElement;
    expect(warning?.textContent).toContain('om1: SST file 000123.sst of keyTable is corrupt');
    expect(warning?.textContent).not.toContain('slow');
    expect(warning?.textContent).not.toContain('2026-11-30T02:00:00Z');
  });
});

describe('All rows together', () => {
  test('open with what the OM remarks', async () => {
    const message = 'Four buckets hold 97 % of the tombstones, in keyTable and fileTable.';
    ring({ buckets: { body: samples.bucketList({ remarks: [{ nodeId: 'om1', message }] }) } });
    open('#/buckets');
    expect((await screen.findByText(message)).textContent).toBe(message);
  });

  test('of several nodes say whose remark it is, and the same remark once', async () => {
    const remarks = ['om1', 'om2', 'om3'].map((nodeId) => ({ nodeId, message: 'All is well.' }));
    remarks.splice(1, 1, { nodeId: 'om2', message: 'Not so well.' });
    ring({ buckets: { body: samples.bucketList({ remarks }) } });
    open('#/buckets?nodeId=all');
    const said = (await screen.findAllByText(/well\./)).map(({ textContent }) => textContent);
    expect(said).toEqual(['om1, om3: All is well.', 'om2: Not so well.']);
  });

  test('name no node before a remark that names it', async () => {
    const remarks = ['om1', 'om2'].map((nodeId) => ({ nodeId, message: `No list is slow on ${nodeId}.` }));
    ring({ buckets: { body: samples.bucketList({ remarks }) } });
    open('#/buckets?nodeId=all');
    const said = (await screen.findAllByText(/No list is slow on/)).map(({ textContent }) => textContent);
    expect(said).toEqual(['No list is slow on om1.', 'No list is slow on om2.']);
  });

  test('end with whole tables and the way to the map of each', async () => {
    ring({ buckets: { body: samples.bucketList({ tables: [
      samples.table('keyTable', { memtableEntries: 1_000_100, memtableTombstones: 1_000_000 }),
      samples.table('fileTable', { tombstones: 0 }), samples.table('openKeyTable', { entries: 0, tombstones: 0 }),
    ] }) } });
    open('#/buckets');
    const group = within(await screen.findByRole('group', { name: 'Whole tables, scrollable' }));
    expect(group.getAllByRole('row').slice(1).map(({ textContent, className }) => [textContent, className])).toEqual([
      ['keyTable1.02M1.00M in memory96 %1.06M111.00 MBMap', ''],
      ['fileTable00 %58.0k111.00 MBMap', 'peaceful'],
    ]);
    expect(group.getByRole('link', { name: 'Map of keyTable' }).getAttribute('href')).toBe(TABLE_MAP);
    expect(await accessibilityProblems()).toEqual([]);
  });

  test('say that files which were not scanned may hide runs', async () => {
    ring({ buckets: { body: samples.bucketList({ filesToScan: 3 }) } });
    open('#/buckets');
    expect(await screen.findByText('3 files still to be looked into.')).toBeDefined();
  });
});

describe('The map', () => {
  test('of a bucket has the figures of its row in the list', async () => {
    ring({ buckets: { body: samples.bucketList({ buckets: [samples.bucket({
      kind: 'BUCKET', run: samples.run(34_000), waitMicros: 100_021, deletionBacklog: { rows: 12_000, bounded: false },
      memtableTombstones: samples.between(100, 200), memtableEntries: 150, allTombstones: samples.between(400, 600),
    })] }) } });
    open(MAP);
    const figures = [['In a row', '34.0k 100 % of it'], ['List waits', '~100 ms'], ['To delete', '12.0k']];
    for (const [name, value] of figures) {
      expect((await screen.findByText(name ?? '')).nextElementSibling?.textContent).toBe(value);
    }
    expect(screen.getByText('Tombstones', { selector: 'dt' }).nextElementSibling?.textContent)
      .toBe('~500 ~150 in memory');
  });

  test('of keys of several buckets is called by them', async () => {
    ring();
    open('#/map?nodeId=om1&table=keyTable&keyRange=/v/b001/a../v/b999/z');
    expect(await screen.findByRole('heading', { name: '/v/b001/a../v/b999/z, keyTable' })).toBeDefined();
  });

  test('of a whole table has its sums, and asks for that table alone', async () => {
    const log = ring({ buckets: { body: samples.bucketList({ tables: [samples.table('keyTable')] }) } });
    open(TABLE_MAP);
    expect(await screen.findByRole('heading', { name: 'Whole table, keyTable' })).toBeDefined();
    expect((await screen.findByText('Tombstones', { selector: 'dt' })).nextElementSibling?.textContent).toBe('18.0k');
    expect(screen.getByText('Entries').nextElementSibling?.textContent).toBe('58.0k');
    expect(await screen.findByRole('application', { name: /4 SST files/ })).toBeDefined();
    expect(log.map(({ path }) => path)).toEqual(expect.arrayContaining([
      'sst-files?nodeId=om1&table=keyTable&limit=20000', 'buckets?nodeId=om1&table=keyTable&limit=1',
      'ranges?nodeId=om1&table=keyTable&showSkipped=true&limit=20000',
    ]));
    expect(await accessibilityProblems()).toEqual([]);
  });

  test('has names at its ends, and ids below them', async () => {
    ring({ 'sst-files': { body: { ...samples.SST_FILES, sstFiles: [{
      ...samples.sst('1.sst', 6, '', ''), begin: samples.named('/-1/-2/-3/a', '/v/b/dir/a'),
      end: samples.named('/-1/-2/-3/z', '/v/b/dir/z'),
    }] } } });
    open('#/map?nodeId=om1&table=fileTable');
    expect((await screen.findByText('/v/b/dir/a')).textContent).toBe('/v/b/dir/a/-1/-2/-3/a');
    expect(screen.getByText('/v/b/dir/z').textContent).toBe('/v/b/dir/z/-1/-2/-3/z');
  });
});
