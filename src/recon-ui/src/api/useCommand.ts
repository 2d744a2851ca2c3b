// SPDX-License-Identifier: Apache-2.0
import { useState } from 'react';
import { ApiFailure, post } from './client';

interface Command {
  send: (path: string, body?: unknown) => void;
  /** Nothing further is to be sent as long as that. */
  sending: boolean;
  /** What went wrong when it was sent last. */
  failure: ApiFailure | undefined;
}

/** @param done called each time that the ring has taken the command in */
export function useCommand(done: () => void): Command {
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const sendNow = async (path: string, body?: unknown) => {
    setSending(true);
    setFailure(undefined);
    try {
      await post(path, body);
      done();
    } catch (cause) {
      setFailure(cause instanceof ApiFailure ? cause : new ApiFailure({ code: 'INTERNAL', message: String(cause) }));
    }
    setSending(false);
  };
  return { send: (path, body) => { void sendNow(path, body); }, sending, failure };
}
