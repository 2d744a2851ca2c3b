// SPDX-License-Identifier: Apache-2.0
import type { Key } from '../api/model';

/** A key's bytes, one character per byte: two such strings compare as RocksDB compares the keys. */
export type KeyBytes = string;

export function keyBytes(key: Key): KeyBytes {
  return atob(key.base64);
}

/** The smallest key above this one. */
export function keyAfter(bytes: KeyBytes): KeyBytes {
  return `${bytes}\0`;
}

/**
 * A key from its readable form, where `\xHH` stands for a byte.
 *
 * @returns undefined if a backslash does not begin such an escape
 */
export function keyFromText(text: string): Key | undefined {
  let bytes = '';
  for (const [part] of text.matchAll(/\\x[0-9a-fA-F]{2}|[^\\]+|\\/g)) {
    if (part === '\\') {
      return undefined;
    }
    bytes += part.startsWith('\\')
      ? String.fromCharCode(parseInt(part.slice(2), 16))
      : String.fromCharCode(...new TextEncoder().encode(part));
  }
  return { text, base64: btoa(bytes) };
}

/** `BEGIN..END`, as preview prints it and as it is accepted. */
export function rangeText(begin: Key, end: Key): string {
  return `${begin.text}..${end.text}`;
}

/** What people call a key: by its path, where ids stand in it, else as it is. */
export function keyName(key: Key): string {
  return key.name ?? key.text;
}

/** The same of a range; undefined where no key of it has a name of its own. */
export function rangeName(begin: Key, end: Key): string | undefined {
  return begin.name === undefined && end.name === undefined ? undefined : `${keyName(begin)} … ${keyName(end)}`;
}

/** @returns undefined if the text is not `BEGIN..END` */
export function rangeFromText(text: string): { begin: Key; end: Key } | undefined {
  const at = text.indexOf('..');
  if (at < 0) {
    return undefined;
  }
  const begin = keyFromText(text.slice(0, at));
  const end = keyFromText(text.slice(at + 2));
  return begin && end ? { begin, end } : undefined;
}

/** A long key with its middle left out: its begin names the bucket, its end tells it from its neighbours. */
export function shortKey(text: string, most = 60): string {
  const tail = Math.floor((most - 1) / 2);
  return text.length <= most ? text : `${text.slice(0, most - 1 - tail)}…${text.slice(-tail)}`;
}
