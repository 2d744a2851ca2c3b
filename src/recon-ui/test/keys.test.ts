// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest';
import { keyBytes, keyFromText, rangeFromText, shortKey } from '../src/format/keys';

const bytesOf = (text: string) => Buffer.from(keyFromText(text)?.base64 ?? '', 'base64');

describe('Keys as text', () => {
  test.each([
    ['/v/b/key', Buffer.from('/v/b/key')],
    ['/v/b/ключ-🗝', Buffer.from('/v/b/ключ-🗝')],
    ['a\\x00\\xFFb', Buffer.from([0x61, 0, 0xff, 0x62])],
    ['\\x5Cx41', Buffer.from('\\x41')],
    ['', Buffer.alloc(0)],
  ])('%s stands for its bytes', (text, bytes) => {
    expect(bytesOf(text)).toEqual(bytes);
  });

  test.each(['\\', 'a\\y41', '\\x4', '\\xGG'])('%s is not a key', (text) => {
    expect(keyFromText(text)).toBeUndefined();
  });

  test('a range is what stands around the two dots', () => {
    expect(rangeFromText('/v/a.txt..\\x2E\\x2E')).toEqual({
      begin: keyFromText('/v/a.txt'), end: keyFromText('\\x2E\\x2E'),
    });
    expect(rangeFromText('/v/a.txt')).toBeUndefined();
    expect(rangeFromText('a..\\')).toBeUndefined();
  });

  test('bytes compare as RocksDB compares them, not as letters', () => {
    const texts = ['\\x00', 'A', 'a', '~', 'é', '￿', '🗝', '\\xFF'];
    const bytes = texts.map((text) => keyBytes(keyFromText(text) ?? { text, base64: '' }));
    expect([...bytes].sort((a, b) => (a < b ? -1 : 1))).toEqual(
      [...bytes].sort((a, b) => Buffer.compare(Buffer.from(a, 'latin1'), Buffer.from(b, 'latin1'))));
  });

  test('a long key keeps its begin and its end', () => {
    expect(shortKey('abcdefghijklmnop', 9)).toBe('abcd…mnop');
    expect(shortKey('short', 9)).toBe('short');
  });
});
