// SPDX-License-Identifier: Apache-2.0
import { useEffect, useState } from 'react';
import type { Answer } from '../api/useAnswer';
import { duration } from '../format/units';
import { Failure, Notice } from './Notice';
import { Loading } from './Waiting';

/** Until then nobody wonders. */
const WONDER_SECONDS = 3;
/** A Recon that has just started, or an OM under load, has answered by then. */
const CALM_SECONDS = 15;

interface AskingProps {
  answer: Answer<unknown>;
  /** What stands where the answer will be. */
  what: string;
  /** What is wrong when there is none. */
  failed: string;
  rows?: number;
}

/** Between a question and its answer: that it is asked and for how long, and what is wrong if it does not come. */
export function Asking({ answer: { data, error, loading, reload }, what, failed, rows = 4 }: AskingProps) {
  const nothing = data === undefined;
  const seconds = useSeconds(error !== undefined || (nothing && loading));
  const still = `Still asking, for ${duration(seconds * 1000)}.`;
  if (error && (!error.passes || seconds >= CALM_SECONDS)) {
    return <Failure title={failed} failure={error} retry={reload} />;
  }
  if (nothing) {
    return (error ?? loading) && (
      <Loading what={what} rows={rows}>
        {(error ?? seconds >= WONDER_SECONDS) && <span role="timer">{still} {error?.sentence}</span>}
      </Loading>
    );
  }
  return error && (
    <div aria-busy="true">
      <Notice kind="info" title="What is shown is from before.">
        <p role="timer">{still} {error.sentence}</p>
      </Notice>
    </div>
  );
}

/** For how long something has been going on. */
function useSeconds(goesOn: boolean): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!goesOn) {
      return undefined;
    }
    const start = Date.now();
    const timer = setInterval(() => { setSeconds(Math.floor((Date.now() - start) / 1000)); }, 1000);
    return () => {
      clearInterval(timer);
      setSeconds(0);
    };
  }, [goesOn]);
  return seconds;
}
