import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isSignedOut, SESSION_KEY } from '../api/queries.ts';
import { messageOf } from '../api/message.ts';
import { IMPORTS_TEXT } from '../text/crawls.ts';

export interface Upload {
  readonly state: 'idle' | 'sending' | 'done' | 'failed';
  readonly sent: number;
  readonly total: number;
  /** Why it failed. */
  readonly problem: string;
}

const IDLE: Upload = { state: 'idle', sent: 0, total: 0, problem: '' };

interface Sending {
  readonly onSent: (sent: number, total: number) => void;
  readonly signal: AbortSignal;
}

/** An upload that is started and stopped. It ends when the page is left. */
export function useUpload(): readonly [
  upload: Upload,
  start: (send: (sending: Sending) => Promise<void>) => void,
  stop: () => void,
] {
  const queries = useQueryClient();
  const [upload, show] = useState(IDLE);
  const ending = useRef<AbortController | null>(null);
  useEffect(() => () => ending.current?.abort(), []);
  const follow = async (sending: Promise<void>, signal: AbortSignal): Promise<void> => {
    try {
      await sending;
      show((before) => ({ ...before, state: 'done' }));
      // Searches, facets and domains are others now.
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
    } catch (error) {
      if (isSignedOut(error)) queries.setQueryData(SESSION_KEY, null);
      const problem = signal.aborted ? IMPORTS_TEXT.stopped : messageOf(error);
      show((before) => ({ ...before, state: 'failed', problem }));
    }
  };
  const start = (send: (sending: Sending) => Promise<void>): void => {
    const { signal } = (ending.current = new AbortController());
    show({ ...IDLE, state: 'sending' });
    const onSent = (sent: number, total: number): void => show((before) => ({ ...before, sent, total }));
    void follow(send({ signal, onSent }), signal);
  };
  return [upload, start, () => ending.current?.abort()];
}
