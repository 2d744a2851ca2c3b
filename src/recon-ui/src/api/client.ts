// SPDX-License-Identifier: Apache-2.0
import type { ApiError } from './model';

/** Longer than Recon ever takes, so that a lost connection ends. */
const GIVE_UP_MILLIS = 30_000;

/** An answer that is an error, or no answer. */
export class ApiFailure extends Error {
  readonly code: string;
  readonly nextStep: string | undefined;
  readonly parameter: string | undefined;
  readonly jobId: string | undefined;
  /** Whether the same request may go well a moment later: Recon is away, or starts, or the ring elects a leader. */
  readonly passes: boolean;

  constructor(error: Omit<ApiError, 'code'> & { code: string; passes?: boolean }) {
    super(error.message);
    this.name = 'ApiFailure';
    this.code = error.code;
    this.nextStep = error.nextStep;
    this.parameter = error.parameter;
    this.jobId = error.jobId;
    this.passes = error.passes ?? false;
  }

  /** What is wrong and, where the server says so, what to do next. */
  get sentence(): string {
    return this.nextStep === undefined ? this.message : `${this.message} ${this.nextStep}`;
  }

  /**
   * Whether the ring may have taken the command, or take it yet, although no answer says so. A code that is a number is
   * the status of an answer without one: that of a proxy, or one that broke off.
   */
  get mayBeTaken(): boolean {
    return ['NO_LEADER', 'UNREACHABLE', 'INTERNAL'].includes(this.code) || /^[25]\d\d$/.test(this.code);
  }
}

/** What went wrong, also where this page itself has failed. */
export function failureOf(cause: unknown): ApiFailure {
  return cause instanceof ApiFailure ? cause : new ApiFailure({ code: 'INTERNAL', message: String(cause) });
}

/** A value and the tag under which the server knows this state of it. */
export interface Tagged<T> {
  value: T;
  etag: string | null;
}

/** The API's address, from the page's own: the page is served in `ui/` below it. */
export function apiBase(): URL {
  return new URL('../', document.baseURI.replace(/[#?].*$/, ''));
}

/** Rows of the largest page that the contract allows. */
export const LARGEST_PAGE = 20_000;

export type Parameters = Record<string, string | number | boolean | readonly string[] | undefined>;

/** Query text of what is set: absent, empty and false parameters are left out, a list is given value by value. */
export function query(parameters: Parameters): string {
  const set = Object.entries(parameters)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one) => [name, one] as const))
    .filter(([, value]) => value !== undefined && value !== '' && value !== false);
  const text = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

/**
 * Reads one resource.
 *
 * @param known what was read before; given back as it is when nothing changed
 * @throws ApiFailure
 */
export async function get<T>(path: string, signal?: AbortSignal, known?: Tagged<T>): Promise<Tagged<T>> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (known?.etag) {
    headers['If-None-Match'] = known.etag;
  }
  const response = await send(path, { headers, cache: 'no-store' }, signal);
  if (response.status === 304 && known) {
    return known;
  }
  return { value: await json<T>(response), etag: response.headers.get('ETag') };
}

/**
 * Sends a command.
 *
 * @throws ApiFailure
 */
export async function post<T>(path: string, body?: unknown): Promise<T> {
  // The custom header tells Recon that no other site's form sent this.
  const headers = {
    Accept: 'application/json',
    'Content-Type': 'application/json',
    'X-Requested-With': 'XMLHttpRequest',
  };
  return json<T>(await send(path, { method: 'POST', headers, body: JSON.stringify(body ?? {}) }));
}

async function send(path: string, init: RequestInit, caller?: AbortSignal): Promise<Response> {
  const own = new AbortController();
  const stop = () => { own.abort(); };
  const timer = setTimeout(stop, GIVE_UP_MILLIS);
  caller?.addEventListener('abort', stop);
  try {
    return await fetch(new URL(path, apiBase()), { ...init, credentials: 'same-origin', signal: own.signal });
  } catch (cause) {
    if (caller?.aborted) {
      throw cause;
    }
    throw new ApiFailure({
      code: 'UNREACHABLE',
      passes: true,
      message: 'Recon does not answer. Check that it runs and that this computer can reach it.',
    });
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener('abort', stop);
  }
}

async function json<T>(response: Response): Promise<T> {
  const passes = response.status >= 500;
  let body: unknown;
  try {
    body = await response.json();
  } catch {
    throw new ApiFailure({
      code: String(response.status),
      passes,
      message: response.status === 401
        ? 'Recon asks who you are. Sign in to Recon, then reload this page.'
        : `Something between this page and Recon answered with status ${response.status} and no JSON.`,
    });
  }
  if (!response.ok) {
    const error = body as Partial<ApiError>;
    throw new ApiFailure({
      ...error,
      passes,
      code: error.code ?? String(response.status),
      message: error.message ?? `Recon answered with status ${response.status}.`,
    });
  }
  return body as T;
}
