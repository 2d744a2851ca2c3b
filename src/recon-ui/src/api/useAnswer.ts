// SPDX-License-Identifier: Apache-2.0
import { useCallback, useContext, useEffect, useRef, useState } from 'react';
import { failureOf, get, type ApiFailure, type Tagged } from './client';
import { Freshness } from './freshness';

const MAX_DELAY_MILLIS = 60_000;
/** After a failure that passes, polled or not: first after a second, then ever less often. */
const FIRST_RETRY_MILLIS = 1000;
const MAX_RETRY_MILLIS = 10_000;

export interface Answer<T> {
  /** The last answer to this path; stays while it is asked again, and when that fails. */
  data: T | undefined;
  error: ApiFailure | undefined;
  loading: boolean;
  reload: () => void;
}

type Load<T> = (path: string, signal: AbortSignal, known: Tagged<T> | undefined) => Promise<Tagged<T>>;

interface State<T> {
  /** What the rest answers; another path, or the same once more, is being asked when they differ. */
  path: string | null;
  /** How often the reader has asked for it anew. */
  asked: number;
  data: T | undefined;
  error: ApiFailure | undefined;
}

/**
 * What a path answers, asked again while `pollMillis` of the last answer is a number, and when `Freshness` changes.
 * Nothing is asked while nobody looks at the page: a request that is under way then is given up and made anew when
 * somebody does. Polling slows down while requests fail. A Recon that is away or in trouble
 * is asked again until it answers.
 *
 * @param path relative to the API; null asks nothing
 */
export function useAnswer<T>(
  path: string | null,
  pollMillis: (data: T | undefined) => number | undefined = () => undefined,
  load: Load<T> = get,
): Answer<T> {
  const freshness = useContext(Freshness);
  const [asked, setAsked] = useState(0);
  const [state, setState] = useState<State<T>>({ path: null, asked, data: undefined, error: undefined });
  const known = useRef<{ path: string; answer: Tagged<T> } | undefined>(undefined);
  const interval = useRef(pollMillis);
  const loader = useRef(load);
  useEffect(() => {
    interval.current = pollMillis;
    loader.current = load;
  });

  useEffect(() => {
    if (path === null) {
      return undefined;
    }
    let asking: AbortController | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    let due = false;

    const ask = async () => {
      const stop = new AbortController();
      asking = stop;
      due = false;
      const before = known.current?.path === path ? known.current.answer : undefined;
      let latest = before?.value;
      let passes = false;
      try {
        const answer = await loader.current(path, stop.signal, before);
        if (stop.signal.aborted) {
          return;
        }
        known.current = { path, answer };
        latest = answer.value;
        failures = 0;
        setState({ path, asked, data: latest, error: undefined });
      } catch (cause) {
        if (stop.signal.aborted) {
          return;
        }
        failures++;
        const error = failureOf(cause);
        passes = error.passes;
        // What another path answered stays only until this one answers; a refusal is an answer.
        setState((last) => ({ path, asked, data: latest ?? (error.passes ? last.data : undefined), error }));
      }
      asking = undefined;
      const wanted = interval.current(latest);
      if (passes) {
        timer = setTimeout(tick, Math.min(MAX_RETRY_MILLIS, FIRST_RETRY_MILLIS * 2 ** (failures - 1)));
      } else if (wanted !== undefined) {
        timer = setTimeout(tick, Math.min(MAX_DELAY_MILLIS, wanted * 2 ** failures));
      }
    };
    const tick = () => {
      if (document.hidden) {
        due = true;
      } else {
        void ask();
      }
    };
    const onVisibility = () => {
      if (document.hidden) {
        due ||= asking !== undefined;
        asking?.abort();
        asking = undefined;
      } else if (due) {
        void ask();
      }
    };
    document.addEventListener('visibilitychange', onVisibility);
    tick();
    return () => {
      asking?.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [path, asked, freshness]);

  const reload = useCallback(() => { setAsked((last) => last + 1); }, []);
  return {
    data: path === null ? undefined : state.data,
    error: state.path === path ? state.error : undefined,
    loading: path !== null && (state.path !== path || state.asked !== asked),
    reload,
  };
}
