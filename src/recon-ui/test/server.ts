// SPDX-License-Identifier: Apache-2.0
import { vi } from 'vitest';

export interface Asked {
  method: string;
  /** Below the API's address, with the query. */
  path: string;
  headers: Record<string, string>;
  body: unknown;
  signal: AbortSignal | undefined;
}

export interface Reply {
  status?: number;
  body?: unknown;
  etag?: string;
}

type Answers = Record<string, Reply | ((asked: Asked) => Reply | Promise<Reply>)>;

/**
 * Stands in for Recon. The longest key that a path begins with answers; what has no key never answers.
 *
 * @returns what was asked, as it comes in
 */
export function serve(answers: Answers): Asked[] {
  const log: Asked[] = [];
  vi.stubGlobal('fetch', (url: URL, init: RequestInit = {}) => {
    const asked: Asked = {
      method: init.method ?? 'GET',
      path: `${url.pathname.replace(/^\//, '')}${url.search}`,
      headers: init.headers as Record<string, string>,
      body: init.body === undefined ? undefined : JSON.parse(init.body as string),
      signal: init.signal ?? undefined,
    };
    log.push(asked);
    const [name] = Object.keys(answers).filter((key) => asked.path.startsWith(key)).sort((a, b) => b.length - a.length);
    const answer = name === undefined ? undefined : answers[name];
    if (answer === undefined) {
      return new Promise(() => undefined);
    }
    const reply = typeof answer === 'function' ? answer(asked) : answer;
    return Promise.resolve(reply).then(({ status = 200, body, etag }) =>
      new Response(status === 304 ? null : JSON.stringify(body), {
        status, headers: { 'Content-Type': 'application/json', ...(etag === undefined ? {} : { ETag: etag }) },
      }));
  });
  return log;
}
