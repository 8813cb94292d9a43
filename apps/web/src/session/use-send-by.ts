import { useRef, useState } from 'react';
import type { Api, InputOf, OutputOf, PathOf } from './api.ts';
import { ApiError, unreachable } from './api-error.ts';

/** A write under way, and what became of it. */
export type Sending<Answer> =
  | { state: 'idle' | 'sending'; answer?: undefined; error?: undefined }
  | { state: 'done'; answer: Answer; error?: undefined }
  | { state: 'failed'; error: ApiError; answer?: undefined };

const isRefusal = ({ status }: ApiError): boolean => status >= 400 && status < 500 && status !== 429;

/**
 * Makes a write of the contract, by the client of whoever makes it, when told to. Sent again after a failure with the same input it carries the same
 * idempotency key, so that an answer which was lost on its way leaves nothing done twice. `send` gives the answer, or
 * nothing when it failed.
 */
export const useSendBy = <P extends PathOf<'POST'>>(api: Pick<Api, 'post'>, path: P) => {
  type Answer = OutputOf<'POST', P>;
  const [sending, setSending] = useState<Sending<Answer>>({ state: 'idle' });
  const last = useRef<{ input: string; key: string }>(undefined);

  const send = async (input: InputOf<'POST', P>): Promise<Answer | undefined> => {
    const text = JSON.stringify(input);
    if (last.current?.input !== text) last.current = { input: text, key: crypto.randomUUID() };
    setSending({ state: 'sending' });
    try {
      const post = api.post as (path: P, input: object) => ReturnType<Api['post']>;
      const answer = (await post(path, { ...input, idempotencyKey: last.current.key })) as Answer;
      last.current = undefined;
      setSending({ state: 'done', answer });
      return answer;
    } catch (caught) {
      const error = caught instanceof ApiError ? caught : unreachable(caught);
      // What was refused left nothing done, so the next try is a new one; of what was not answered nobody knows.
      if (isRefusal(error)) last.current = undefined;
      setSending({ state: 'failed', error });
      return undefined;
    }
  };
  return { ...sending, send, reset: () => setSending({ state: 'idle' }) };
};
