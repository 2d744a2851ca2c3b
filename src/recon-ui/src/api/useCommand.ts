// SPDX-License-Identifier: Apache-2.0
import { useState } from 'react';
import { failureOf, post, type ApiFailure } from './client';

interface Command {
  send: (path: string, body?: unknown) => void;
  /** Nothing further is to be sent as long as that. */
  sending: boolean;
  /** What went wrong when it was sent last. */
  failure: ApiFailure | undefined;
}

/** @param done called with the answer each time that the ring has taken the command in */
export function useCommand(done: (answer: unknown) => void): Command {
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const sendNow = async (path: string, body?: unknown) => {
    setSending(true);
    setFailure(undefined);
    try {
      done(await post(path, body));
    } catch (cause) {
      setFailure(failureOf(cause));
    }
    setSending(false);
  };
  return { send: (path, body) => { void sendNow(path, body); }, sending, failure };
}
