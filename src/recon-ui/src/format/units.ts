// SPDX-License-Identifier: Apache-2.0
import type { ByteInterval, CountInterval, RatioInterval } from '../api/model';

/** Stands where there is nothing to show. */
export const NONE = '–';

/** Stands where something was not measured or counted. */
export const NOT_MEASURED = '?';

/** A megabyte, as the command line takes it too. */
export const MEBIBYTE = 1024 * 1024;

/** 12345 as 12.3k, as the command line writes it. */
export function count(value: number): string {
  return scaled(value, 1000, ['', 'k', 'M', 'G', 'T', 'P']);
}

/** Bytes in units of 1024. */
export function bytes(value: number): string {
  return scaled(value, 1024, [' B', ' KB', ' MB', ' GB', ' TB', ' PB']);
}

function scaled(value: number, step: number, units: string[]): string {
  let amount = value;
  let unit = 0;
  // Rounding must not give 1000k.
  while (unit < units.length - 1 && Math.abs(amount) >= (unit === 0 ? step : step - 0.5)) {
    amount /= step;
    unit++;
  }
  const decimals = unit === 0 || Math.abs(amount) >= 99.95 ? 0 : Math.abs(amount) >= 9.995 ? 1 : 2;
  return amount.toFixed(decimals) + (units[unit] ?? '');
}

/** The bytes that are expected, marked where it may be others: ~563 KB. */
export function expectedBytes(expected: number, { low, high }: ByteInterval): string {
  return `${bytes(low) === bytes(high) ? '' : '~'}${bytes(expected)}`;
}

export function exactBytesInterval({ low, high }: ByteInterval): string {
  return bytes(low) === bytes(high) ? `exactly ${bytes(low)}` : `between ${bytes(low)} and ${bytes(high)}`;
}

export function exactCount(value: number): string {
  return value.toLocaleString('en-US');
}

/** One number, marked where it is not exact: ~12.3k, or ≤34.0k where only the bound says something. */
export function countInterval(interval: CountInterval): string {
  return figure(interval, count);
}

/** A count of which RocksDB estimates a part. */
export function estimatedCount(interval: CountInterval): string {
  const text = countInterval(interval);
  return /^\d/.test(text) ? `~${text}` : text;
}

export function exactCountInterval(interval: CountInterval): string {
  return interval.low === interval.high ? `exactly ${exactCount(interval.low)}`
    : `between ${exactCount(interval.low)} and ${exactCount(interval.high)}`;
}

export function ratio(value: number): string {
  return `${percent(value)} %`;
}

/** A ratio as it is typed in percent: 12.5 for 0.125. */
export function inPercent(value: number): string {
  return String(Math.round(value * 1e6) / 1e4);
}

/** The ratio that is typed in percent: 29 % is 0.29, not 0.29000000000000004. */
export function ratioOfPercent(percent: number): number {
  return Math.round(percent * 1e4) / 1e6;
}

/** One number, marked where it is not exact; none where it may be nearly anything. */
export function ratioInterval(interval: RatioInterval): string {
  return interval.mark === 'UNKNOWN' ? NOT_MEASURED : `${figure(interval, percent)} %`;
}

/** Neither nothing nor all is shown unless it is true. */
function percent(value: number): string {
  const hundredths = value * 100;
  if (hundredths > 0 && hundredths < 1) {
    return '<1';
  }
  return hundredths > 99 && hundredths < 100 ? '>99' : String(Math.round(hundredths));
}

/** The one number that an OM shows of an interval; without a mark where both ends are written alike. */
function figure({ low, high, shown, mark }: CountInterval | RatioInterval, text: (value: number) => string): string {
  return text(low) === text(high) ? text(low) : `${mark === 'AT_MOST' ? '≤' : '~'}${text(shown)}`;
}

export function micros(value: number): string {
  if (value < 1000) {
    return `${value} µs`;
  }
  return value < 1_000_000 ? `${(value / 1000).toFixed(value < 100_000 ? 1 : 0)} ms`
    : `${(value / 1_000_000).toFixed(2)} s`;
}

/** Writes the estimated wait of a list; a dash where no known place is slow. */
export function wait(waitMicros: number | undefined): string {
  return waitMicros === undefined ? NONE : `~${micros(waitMicros)}`;
}

/** Rounded down, as the command line writes it: 45 s, 12 min 05 s, 5 h 24 min or 3 d 07 h. */
export function duration(millis: number): string {
  const seconds = Math.floor(millis / 1000);
  if (seconds < 60) {
    return `${seconds} s`;
  }
  const two = (value: number) => String(value).padStart(2, '0');
  if (seconds >= 172_800) {
    return `${Math.floor(seconds / 86_400)} d ${two(Math.floor(seconds / 3600) % 24)} h`;
  }
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min ${two(seconds % 60)} s`
    : `${Math.floor(seconds / 3600)} h ${two(Math.floor(seconds / 60) % 60)} min`;
}

/** A moment on the reader's clock; absent gives a dash. */
export function time(iso: string | undefined): string {
  if (iso === undefined) {
    return NONE;
  }
  const at = new Date(iso);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
    + ` ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/** What an OM says, with its moments on the reader's clock. */
export function onReadersClock(message: string): string {
  return message.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z/g, time);
}

/** The reader's zone, by which all times are shown, as UTC or as Europe/Berlin (UTC+01:00). */
export function zone(now: Date): string {
  const name = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const minutes = -now.getTimezoneOffset();
  const two = (value: number) => String(value).padStart(2, '0');
  const offset = `${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
  return name === 'UTC' ? name : `${name} (UTC${minutes < 0 ? '-' : '+'}${offset})`;
}

/** Words one after the other: a, b and c. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

/** A number and its noun: 1 range, 2 ranges. */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`;
}
