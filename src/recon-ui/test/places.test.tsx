// SPDX-License-Identifier: Apache-2.0
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { SlowPlace, SlowPlaceList } from '../src/api/model';
import { pollWhileIncomplete } from '../src/api/pollWhileIncomplete';
import { headline } from '../src/format/slowPlaces';
import { accessibilityProblems } from './axe';
import { open, ring, UNANSWERED } from './recon';
import * as samples from './samples';
import { serve, type Asked } from './server';

const LEFT = [{ nodeId: 'om1', table: 'keyTable', tombstones: 310_000 }];

function lastOf(log: readonly Asked[], list: 'places' | 'buckets'): string | undefined {
  return log.filter(({ path }) => path.startsWith(list)).at(-1)?.path;
}

function listOf(...places: SlowPlace[]) {
  ring({ places: { body: samples.slowPlaceList({ places }) } });
  open('#/buckets');
}

async function rows(): Promise<HTMLElement[]> {
  return within(await screen.findByRole('group', { name: 'Slow places, scrollable' })).getAllByRole('row').slice(1);
}

function texts(row: HTMLElement | undefined): (string | null)[] {
  return [...(row?.children ?? [])].map(({ textContent }) => textContent);
}

describe('The headline', () => {
  const of = (more: Partial<SlowPlaceList>, among: Parameters<typeof headline>[1] = 'everything') =>
    headline(samples.slowPlaceList(more), among);
  const two = [...LEFT, { nodeId: 'om1', table: 'fileTable', tombstones: 90_000 }];

  test.each([
    ['No list is slow.', {}],
    ['Lists are slow at one place.', { totalCount: 1 }],
    ['Lists are slow at 60 places.', { totalCount: 60 }],
    ['Lists are slow at 1,000 places.', { totalCount: 1000 }],
  ])('of an OM that has looked everywhere: %s', (text, more) => {
    expect(of(more)).toBe(text);
  });

  test.each([
    ['No list is slow where anybody has looked; ~310k tombstones in keyTable are still to be looked at (it goes on by'
      + ' itself).', { notLookedAt: LEFT }],
    ['Lists are slow at 60 places or more; ~400k tombstones in keyTable and fileTable are still to be looked at (it'
      + ' goes on by itself).', { totalCount: 60, notLookedAt: two }],
  ])('never calls fast what nobody has looked at: %s', (text, more) => {
    expect(of(more)).toBe(text);
  });

  test('tells what nobody can read from what will be looked at', () => {
    const unreadable = { nodeId: 'om1', table: 'keyTable', tombstones: 5000, unreadable: true };
    expect(of({ notLookedAt: [unreadable] })).toBe('No list is slow where anybody has looked; ~5.00k tombstones in'
      + ' keyTable cannot be looked at, as SST files there cannot be read.');
    expect(of({ notLookedAt: [...LEFT, unreadable] }))
      .toMatch(/ still to be looked at .*; ~5.00k tombstones in keyTable cannot/);
  });

  test.each([
    ['No list is slow where anybody has looked; om3 did not answer.', {}],
    ['Lists are slow at 60 places or more; om3 did not answer.', { totalCount: 60 }],
    [undefined, { tables: [] }],
  ])('speaks of the OMs that answered: %s', (text, more) => {
    expect(of({ unanswered: UNANSWERED, ...more })).toBe(text);
  });

  test('speaks of what was asked for', () => {
    expect(of({}, 'what matches')).toBe('No list is slow among what matches.');
    expect(of({ notLookedAt: LEFT }, 'what matches')).toMatch(/^No list is slow among what matches where anybody has/);
    expect(of({ totalCount: 2 }, 'what matches')).toBe('Lists are slow at 2 places among what matches.');
  });

  test('of several OMs says that each has its own', () => {
    const tables = ['om1', 'om2'].map((nodeId) => samples.table('keyTable', { nodeId }));
    expect(of({ totalCount: 4, tables })).toBe('Lists are slow at 4 places, those of om1 and om2 together.');
  });
});

describe('A slow place', () => {
  test('is one row of keys, table, wait, tombstones and costs, and below it who waits and for what', async () => {
    listOf(samples.slowPlace());
    const [row, why] = await rows();
    expect(texts(row)).toEqual(['/v/b', 'keyTable', '~37.0 ms21.3 ms measured', '34.0k', '~5.25 MB', 'Compact…']);
    expect(why?.textContent).toBe('A list of /v/b passes 34,000 tombstones before the first key.');
    expect(screen.getByText('~37.0 ms').title)
      .toBe('A list passes 68.0k dead entries and reads 3.00 MB for them; measured once, when it was found');
    expect(screen.getByText('~5.25 MB').title).toBe('Reads about 4.77 MB and writes about 488 KB on this OM '
      + 'for this place alone. Places share files: the preview of all tells their sum.');
    expect(await accessibilityProblems()).toEqual([]);
  });

  test.each([
    ['in memory beside those in files', { memtableTombstones: samples.between(990, 1010) }, '34.0k~1.00k in memory'],
    ['in memory alone', {
      tombstones: samples.exactly(0), memtableTombstones: samples.between(990, 1010),
    }, '0~1.00k in memory'],
    ['whose end was not reached', { endReached: false }, 'at least34.0k'],
  ])('counts tombstones %s', async (_, more, text) => {
    listOf(samples.slowPlace(more));
    expect(texts((await rows())[0])[3]).toBe(text);
  });

  test.each([
    ['not known yet', {}, '?'], ['with a flush', { flush: true, predictedReadBytes: 1024, predictedWriteBytes: 0 },
      '~1.00 KBwith a flush'],
  ])('has a cost that is %s', async (_, cost, text) => {
    const place: Partial<SlowPlace> = samples.slowPlace();
    delete place.predictedReadBytes;
    delete place.predictedWriteBytes;
    listOf({ ...place, ...cost } as SlowPlace);
    expect(texts((await rows())[0])[4]).toBe(text);
  });

  test.each([
    ['several buckets', { firstBucket: '/v/b001', lastBucket: '/v/b999', bucketCount: 1000 },
      '/v/b001 … /v/b9991,000 buckets'],
    ['a table\'s head', { head: true }, 'Head of keyTableevery list/v/b'],
    ['no bucket', { bucketCount: 0 }, '/v/b/ano bucket'],
  ])('of %s says so', async (_, more, text) => {
    const place: Partial<SlowPlace> = samples.slowPlace(more);
    if (place.bucketCount === 0) {
      delete place.firstBucket;
      delete place.lastBucket;
    }
    listOf(place as SlowPlace);
    expect(texts((await rows())[0])[0]).toBe(text);
    expect(await accessibilityProblems()).toEqual([]);
  });

  test('whose buckets are not known yet is named by its keys, and not said to have none', async () => {
    const place: Partial<SlowPlace> = samples.slowPlace();
    delete place.bucketCount;
    delete place.firstBucket;
    delete place.lastBucket;
    listOf(place as SlowPlace);
    expect(texts((await rows())[0])[0]).toBe('/v/b/a');
  });

  test.each<[string, (place: SlowPlace) => void]>([
    ['buckets are', (place) => { delete place.bucketCount; }],
    ['price is', (place) => { delete place.predictedWriteBytes; }],
  ])('is asked for again while its %s not known', async (_, forget) => {
    const unread = samples.slowPlace();
    forget(unread);
    let asked = 0;
    ring({ places: () => {
      asked++;
      return { body: samples.slowPlaceList({ places: [asked === 1 ? unread : samples.slowPlace()] }) };
    } });
    open('#/buckets');
    await rows();
    await waitFor(() => { expect(asked).toBe(2); }, { timeout: 10_000 });
    expect(texts((await rows())[0])).toEqual(
      ['/v/b', 'keyTable', '~37.0 ms21.3 ms measured', '34.0k', '~5.25 MB', 'Compact…']);
  });

  test.each([
    ['its keys', {}, '/v/b', '&keyRange=/v/b/a../v/b/f'],
    ['its keys, memory flushed first', { flush: true }, '/v/b', '&keyRange=/v/b/a../v/b/f'],
    ['the keys of several buckets', { lastBucket: '/v/c', bucketCount: 2 }, '/v/b … /v/c', '&keyRange=/v/b/a../v/b/f'],
  ])('leads to the map of %s, and to the job that compacts it', async (_, more, link, keys) => {
    const place = samples.slowPlace(more);
    listOf(place);
    const row = within((await rows())[0] ?? document.body);
    const map = `#/map?nodeId=om1&table=keyTable${keys}&slow=true`;
    expect(row.getByRole('link', { name: link }).getAttribute('href')).toBe(map);
    expect(row.getByRole('link', { name: `Compact this place of ${link}` }).getAttribute('href'))
      .toBe(`#/map?nodeId=om1&table=keyTable${keys}&trigger=all&slow=true`);
  });

  test.each([
    ['its one bucket', {}, '&bucket=/v/b&table=keyTable'],
    ['the whole table', { lastBucket: '/v/c', bucketCount: 2 }, '&table=keyTable'],
  ])('that is open at its begin is named by %s', async (_, more, keys) => {
    listOf(samples.slowPlace({ head: true, begin: samples.key(''), ...more }));
    const row = within((await rows())[0] ?? document.body);
    expect(row.getByRole('link', { name: 'Head of keyTable' }).getAttribute('href'))
      .toBe(`#/map?nodeId=om1${keys}&slow=true`);
  });

  test('is compacted alone, with the flush that it waits for, by a job for slow places', async () => {
    const places = [samples.slowPlace({ flush: true })];
    const log = ring({
      places: { body: samples.slowPlaceList({ places }) },
      ranges: { body: samples.rangeList({ flushes: [samples.flush({ planned: true })] }) },
    });
    open('#/buckets');
    const row = within((await rows())[0] ?? document.body);
    await userEvent.click(row.getByRole('link', { name: /^Compact this place/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/the job first writes them to an SST file of about 24.0 MB/)).toBeDefined();
    expect(dialog.queryByLabelText('Flush memory first')).toBeNull();
    expect(dialog.queryByLabelText('Tombstones from')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Start compaction' }));
    await waitFor(() => {
      expect(log.find(({ method }) => method === 'POST')?.body)
        .toMatchObject({ targets: { slow: true, keyRanges: [{ table: 'keyTable' }] } });
    });
  });

  test('is compacted with all others by one button', async () => {
    const log = ring({ places: { body: samples.pageOfPlaces(60, 0, 20) } });
    open('#/buckets');
    await userEvent.click(await screen.findByRole('button', { name: 'Compact all slow places…' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect((await dialog.findByText(/ozone admin om compaction trigger/)).textContent).toContain('--slow');
    await userEvent.click(dialog.getByRole('button', { name: 'Start compaction' }));
    await waitFor(() => {
      expect(log.find(({ method }) => method === 'POST')?.body).toMatchObject({ targets: { slow: true } });
    });
    expect(log.find(({ path }) => path.startsWith('ranges') && path.includes('slow=true'))).toBeDefined();
  });

  test('says on which node it is where there are several, the slowest first', async () => {
    listOf(samples.slowPlace(), samples.slowPlace({ nodeId: 'om2', waitMicros: 90_000 }));
    expect((await rows()).filter((_, at) => at % 2 === 0).map((row) => texts(row).slice(2, 4)))
      .toEqual([['om2', '~90.0 ms21.3 ms measured'], ['om1', '~37.0 ms21.3 ms measured']]);
  });

  test('has its table below its name, and its costs with the sentence, where there is room for little', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(() =>
      Object.assign(new EventTarget(), { matches: true }) as MediaQueryList);
    listOf(samples.slowPlace());
    const [row, why] = await rows();
    expect(texts(row)).toEqual(['/v/bkeyTable', '~37.0 ms21.3 ms measured', '34.0k']);
    expect(why?.textContent).toBe(
      'A list of /v/b passes 34,000 tombstones before the first key.Compact…costs ~5.25 MB');
    expect(await accessibilityProblems()).toEqual([]);
    cleanup();
  });
});

describe('The list of slow places', () => {
  const paged = (total: number, more: Partial<SlowPlaceList> = {}) => ring({
    places: ({ path }) => {
      const asked = new URLSearchParams(path.split('?')[1]);
      const page = samples.pageOfPlaces(total, Number(asked.get('prevKey') ?? 0), Number(asked.get('limit')));
      return { body: { ...page, ...more } };
    },
  });

  test('of none says that no list is slow, and nothing else', async () => {
    paged(0);
    open('#/buckets');
    expect(await screen.findByText('No list is slow.')).toBeDefined();
    expect(screen.queryByRole('group', { name: 'Slow places, scrollable' })).toBeNull();
    expect(screen.queryByRole('navigation', { name: 'Pages of slow places' })).toBeNull();
    expect(await accessibilityProblems()).toEqual([]);
  });

  test('of one has no pages', async () => {
    paged(1);
    open('#/buckets');
    expect(await screen.findByText('Lists are slow at one place.')).toBeDefined();
    expect(await rows()).toHaveLength(2);
    expect(screen.queryByRole('navigation', { name: 'Pages of slow places' })).toBeNull();
  });

  test.each([[60, '60'], [1000, '1,000']])('of %d comes in pages of ten, with the total', async (total, text) => {
    const log = paged(total);
    open('#/buckets');
    expect(await screen.findByText(`Lists are slow at ${text} places.`)).toBeDefined();
    expect(await rows()).toHaveLength(20);
    const pages = within(screen.getByRole('navigation', { name: 'Pages of slow places' }));
    expect(pages.getByText(`Places 1 to 10 of ${text}`)).toBeDefined();
    await userEvent.click(pages.getByRole('button', { name: 'Next page' }));
    expect(await pages.findByText(`Places 11 to 20 of ${text}`)).toBeDefined();
    expect(lastOf(log, 'places')).toBe('places?limit=10&prevKey=10');
    expect(window.location.hash).toBe('#/buckets?places.prevKey=10&places.rowsBefore=10');
    await userEvent.click(pages.getByRole('button', { name: 'Previous page' }));
    expect(await pages.findByText(`Places 1 to 10 of ${text}`)).toBeDefined();
    expect(lastOf(log, 'buckets')).toBe('buckets?limit=50');
    expect(await accessibilityProblems()).toEqual([]);
  });

  test('shows the last page, and the way back where the page was compacted away', async () => {
    paged(60);
    open('#/buckets?places.prevKey=50&places.rowsBefore=50');
    expect(await screen.findByText('Places 51 to 60 of 60')).toBeDefined();
    cleanup();
    paged(7);
    open('#/buckets?places.prevKey=50&places.rowsBefore=50');
    expect(await screen.findByText('Places of this page are gone of 7')).toBeDefined();
    await userEvent.click(screen.getAllByRole('button', { name: 'First page' })[0] ?? document.body);
    expect(await rows()).toHaveLength(14);
  });

  test('is asked again while keys are still to be looked at, and no longer then', async () => {
    let asked = 0;
    const log = ring({ places: () => {
      asked++;
      return { body: asked === 1 ? samples.slowPlaceList({ notLookedAt: LEFT }) : samples.pageOfPlaces(60, 0, 10) };
    } });
    open('#/buckets');
    expect(await screen.findByText(/^No list is slow where anybody has looked; ~310k tombstones in keyTable are/))
      .toBeDefined();
    expect(screen.queryByText('No list is slow.')).toBeNull();
    expect(await screen.findByText('Lists are slow at 60 places.')).toBeDefined();
    expect(log.filter(({ path }) => path.startsWith('places'))).toHaveLength(2);
  });

  test('is not asked again for keys that nobody can read', () => {
    const unreadable = LEFT.map((left) => ({ ...left, unreadable: true }));
    expect(pollWhileIncomplete(samples.slowPlaceList({ notLookedAt: LEFT }))).toBe(2000);
    expect(pollWhileIncomplete(samples.slowPlaceList({ notLookedAt: [...unreadable, ...LEFT] }))).toBe(2000);
    expect(pollWhileIncomplete(samples.slowPlaceList({ notLookedAt: unreadable }))).toBeUndefined();
  });

  test('that grows says so at its pages too', async () => {
    paged(60, { notLookedAt: LEFT });
    open('#/buckets');
    expect(await screen.findByText(/^Lists are slow at 60 places or more; ~310k tombstones/)).toBeDefined();
    expect(screen.getByText('Places 1 to 10 of more than 60')).toBeDefined();
  });

  test('of one OM repeats what the others have reported', async () => {
    const slowLists = { count: 2, complete: true, slowestMicros: 500_000, table: 'keyTable', bucket: '/v/b' };
    ring({
      places: { body: samples.slowPlaceList() },
      nodes: { body: { totalCount: 3, nodes: [
        samples.node('om1', { slowLists: { count: 9, complete: true, slowestMicros: 9, table: 'keyTable' } }),
        samples.node('om2', { slowLists }), samples.node('om3', { slowLists: { count: 0, complete: false } }),
      ] } },
    });
    open('#/buckets');
    const says = 'On om2 lists are slow at 2 places, up to ~500 ms in /v/b (keyTable). On om3 no list is slow where'
      + ' anybody has looked.';
    expect(await screen.findByText(says)).toBeDefined();
    expect(await accessibilityProblems()).toEqual([]);
    cleanup();
    open('#/buckets?volume=v');
    expect(await screen.findByText(`On other OMs, whatever the filters select: ${says}`)).toBeDefined();
  });

  test('of one OM leads to all OMs, whose files are others', async () => {
    paged(0);
    open('#/buckets?volume=v');
    const all = await screen.findByRole('link', { name: 'look at all OMs' });
    expect(all.parentElement?.textContent).toContain('This is how it is on om1.');
    expect(all.getAttribute('href')).toBe('#/buckets?volume=v&nodeId=all');
  });

  test('is filtered as the buckets are, but not by their minimums, and begins anew then', async () => {
    const log = paged(60);
    open('#/buckets?places.prevKey=10&places.rowsBefore=10&minRatio=0.3');
    await screen.findByText('Places 11 to 20 of 60');
    await userEvent.type(screen.getByLabelText('Tombstones from'), '7{Enter}');
    await waitFor(() => { expect(lastOf(log, 'buckets')).toBe('buckets?minTombstones=7&minRatio=0.3&limit=50'); });
    expect(lastOf(log, 'places')).toBe('places?limit=10&prevKey=10');
    await userEvent.type(screen.getByLabelText('Volume'), 'v{Enter}');
    await waitFor(() => { expect(lastOf(log, 'places')).toBe('places?volume=v&limit=10'); });
    expect(lastOf(log, 'buckets')).toBe('buckets?volume=v&minTombstones=7&minRatio=0.3&limit=50');
    expect(await screen.findByText('Lists are slow at 60 places among what matches.')).toBeDefined();
  });

  test('stands before OMs and buckets', async () => {
    paged(1);
    open('#/buckets');
    await rows();
    expect(screen.getAllByRole('region').map((panel) => within(panel).getAllByRole('heading')[0]?.textContent))
      .toEqual(['Slow places', 'Ozone Managers', 'Buckets']);
  });

  test('being read is announced', async () => {
    serve({});
    open('#/buckets');
    expect(await screen.findByText('Looking for slow places…')).toBeDefined();
    expect(screen.queryByText(/No list is slow/)).toBeNull();
  });

  test('that cannot be read shows the server\'s words, and calls nothing fast', async () => {
    ring({ places: { status: 403, body: { code: 'FORBIDDEN', message: 'Administrators only.' } } });
    open('#/buckets');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The slow places could not be read.');
    expect(alert.textContent).toContain('Administrators only.');
    expect(screen.queryByText(/No list is slow/)).toBeNull();
    expect(await accessibilityProblems()).toEqual([]);
  });
});
