// SPDX-License-Identifier: Apache-2.0
const PLAIN = /^[\w@%+=:,./][\w@%+=:,./-]*$/;
/** What a terminal acts on or does not show, text direction marks included. */
// eslint-disable-next-line no-control-regex
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;

/** One word as a POSIX shell takes it. Characters that cannot be seen are written out, as bash, zsh and ksh read it. */
export function quote(word: string): string {
  if (PLAIN.test(word)) {
    return word;
  }
  if (!UNSEEN.test(word)) {
    return `'${word.replace(/'/g, `'\\''`)}'`;
  }
  const escaped = Array.from(word, (character) => {
    if (character === '\\' || character === "'") {
      return `\\${character}`;
    }
    return UNSEEN.test(character)
      ? Array.from(new TextEncoder().encode(character), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
      : character;
  });
  return `$'${escaped.join('')}'`;
}

/** An option and its value; a value that looks like an option is attached. */
export function option(name: string, value: string): string {
  return value.startsWith('-') ? `${name}=${quote(value)}` : `${name} ${quote(value)}`;
}
