// SPDX-License-Identifier: Apache-2.0
import type { BucketSort } from '../api/model';
import { only } from '../api/only';

/** Everything that is selected, so that a link shows the same to a colleague. */
export type Address = OverviewAddress | MapAddress | JobsAddress | ServiceAddress;

/** Whose places and buckets are listed. */
export interface KeysFilter {
  nodeId?: string;
  /** A part of `/volume/bucket`. */
  search?: string;
  volume?: string;
  bucket?: string;
  table?: string;
}

/** Which buckets of these are listed, and how. */
export interface BucketFilter extends KeysFilter {
  minTombstones?: number;
  /** 0 to 1. */
  minRatio?: number;
  sort?: BucketSort;
  exact?: boolean;
}

/** Which page of a list is shown; the first when it is empty. */
export interface Paging {
  /** `nextKey` of the page before, and how many rows stand before this page. */
  prevKey?: string;
  rowsBefore?: number;
  /** `prevKey` of the pages between the first and this one, the nearest last; of many the nearest only. */
  pagesBefore?: readonly string[];
}

export interface OverviewAddress {
  page: 'overview';
  filter: BucketFilter;
  slowPlaces: Paging;
  buckets: Paging;
  /** Whether the trigger dialog for what matches is open. */
  trigger?: boolean;
  /** Whether that dialog is for slow places alone. */
  slow?: boolean;
}

export interface MapAddress {
  page: 'map';
  nodeId?: string;
  bucket?: string;
  table: string;
  /** `BEGIN..END` of keys that are not just those of one bucket. */
  keyRange?: string;
  /** SST file that is selected. */
  file?: string;
  /** Part of the map that is shown, as fractions of its width. */
  zoom?: { from: number; to: number };
  /** What the trigger dialog is open for: `all` ranges, or one as `BEGIN..END`. */
  trigger?: string;
  /** Whether the preview and the trigger dialog are for slow places alone. */
  slow?: boolean;
}

export interface JobsAddress {
  page: 'jobs';
  jobId?: string;
}

export interface ServiceAddress {
  page: 'service';
  /** What each OM's service makes of it is shown. */
  bucket?: string;
}

export const START: OverviewAddress = { page: 'overview', filter: {}, slowPlaces: {}, buckets: {} };

/** What names in the address begin with that tell the page of slow places. */
const OF_PLACES = 'places.';

const SORTS: readonly BucketSort[] = ['RUN', 'WAIT', 'TOMBSTONES', 'RATIO', 'SIZE', 'ENTRIES', 'NAME'];

/** The same address with another part of the map shown, if it is of the map that is drawn. */
export function zoomedTo(here: Address, drawn: MapAddress, part: MapAddress['zoom']): Address {
  if (here.page !== 'map' || here.nodeId !== drawn.nodeId || here.bucket !== drawn.bucket
    || here.table !== drawn.table || here.keyRange !== drawn.keyRange) {
    return here;
  }
  const { zoom: _, ...rest } = here;
  return part ? { ...rest, zoom: part } : rest;
}

/** The URL's hash for an address, with `#`. */
export function toHash(address: Address): string {
  switch (address.page) {
    case 'overview':
      return hash('buckets', {
        ...address.filter,
        ...pagingInHash(address.buckets, ''),
        ...pagingInHash(address.slowPlaces, OF_PLACES),
        trigger: address.trigger,
        slow: address.slow,
      });
    case 'map':
      return hash('map', {
        nodeId: address.nodeId,
        bucket: address.bucket,
        table: address.table,
        keyRange: address.keyRange,
        file: address.file,
        zoom: address.zoom && `${fraction(address.zoom.from)}-${fraction(address.zoom.to)}`,
        trigger: address.trigger,
        slow: address.slow,
      });
    case 'jobs':
      return address.jobId === undefined ? '#/jobs' : `#/jobs/${encodeURIComponent(address.jobId)}`;
    case 'service':
      return hash('service', { bucket: address.bucket });
  }
}

/** The address of a hash; what makes no sense in it is left out. */
export function fromHash(text: string): Address {
  const [path = '', parameters = ''] = splitOnce(text.replace(/^#?\/?/, ''), '?');
  const values = new URLSearchParams(parameters);
  const [page, jobId] = path.split('/');
  if (page === 'jobs') {
    const id = decoded(jobId);
    return id ? { page: 'jobs', jobId: id } : { page: 'jobs' };
  }
  if (page === 'service') {
    return only<ServiceAddress>({ page: 'service', bucket: word(values, 'bucket') });
  }
  const table = values.get('table');
  if (page === 'map' && table) {
    return only<MapAddress>({
      page: 'map',
      nodeId: word(values, 'nodeId'),
      bucket: word(values, 'bucket'),
      table,
      keyRange: word(values, 'keyRange'),
      file: word(values, 'file'),
      zoom: zoom(values.get('zoom')),
      trigger: word(values, 'trigger'),
      slow: flag(values, 'slow'),
    });
  }
  return only<OverviewAddress>({
    page: 'overview',
    filter: only<BucketFilter>({
      nodeId: word(values, 'nodeId'),
      search: word(values, 'search'),
      volume: word(values, 'volume'),
      bucket: word(values, 'bucket'),
      table: word(values, 'table'),
      minTombstones: number(values, 'minTombstones', Number.MAX_SAFE_INTEGER),
      minRatio: number(values, 'minRatio', 1),
      sort: SORTS.find((sort) => sort === values.get('sort')),
      exact: flag(values, 'exact'),
    }),
    slowPlaces: paging(values, OF_PLACES),
    buckets: paging(values, ''),
    trigger: flag(values, 'trigger'),
    slow: flag(values, 'slow'),
  });
}

function hash(page: string, values: Record<string, string | number | boolean | undefined>): string {
  const set = Object.entries(values).filter(([, value]) => value !== undefined && value !== false && value !== '');
  // Slashes, dots and commas are allowed in a hash, and a bucket should stay readable in it.
  const text = set.map(([name, value]) =>
    `${name}=${encodeURIComponent(String(value)).replace(/%2F/g, '/').replace(/%2C/g, ',')}`);
  return `#/${page}${text.length > 0 ? `?${text.join('&')}` : ''}`;
}

function pagingInHash({ prevKey, rowsBefore, pagesBefore }: Paging, of: string): Parameters<typeof hash>[1] {
  return {
    [`${of}prevKey`]: prevKey,
    [`${of}rowsBefore`]: rowsBefore,
    [`${of}pagesBefore`]: pagesBefore?.map(encodeURIComponent).join(','),
  };
}

function paging(values: URLSearchParams, of: string): Paging {
  return only<Paging>({
    prevKey: word(values, `${of}prevKey`),
    rowsBefore: number(values, `${of}rowsBefore`, Number.MAX_SAFE_INTEGER),
    pagesBefore: words(values, `${of}pagesBefore`),
  });
}

function fraction(value: number): string {
  return value.toFixed(6).replace(/\.?0+$/, '');
}

function zoom(text: string | null): MapAddress['zoom'] {
  const [from, to] = (text ?? '').split('-').map((part) => (/^[\d.]+$/.test(part) ? Number(part) : NaN));
  return from !== undefined && to !== undefined && from >= 0 && from < to && to <= 1 ? { from, to } : undefined;
}

function word(values: URLSearchParams, name: string): string | undefined {
  const text = values.get(name);
  return text === null || text === '' ? undefined : text;
}

function words(values: URLSearchParams, name: string): string[] | undefined {
  const known = word(values, name)?.split(',').map(decoded);
  return known?.every((text) => text !== undefined && text !== '') ? known as string[] : undefined;
}

function number(values: URLSearchParams, name: string, most: number): number | undefined {
  const text = values.get(name);
  const value = text === null || text === '' ? NaN : Number(text);
  return value >= 0 && value <= most ? value : undefined;
}

function flag(values: URLSearchParams, name: string): true | undefined {
  return values.get(name) === 'true' ? true : undefined;
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text && decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}
