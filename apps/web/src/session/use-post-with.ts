import { useRef, useState } from 'react';
import type { Api, FileSettings, InputOf, OutputOf, PathOf } from './api.ts';
import { type ApiError, asApiError } from './api-error.ts';

/** State of a write. */
export type PostState<Answer> =
  | { state: 'idle' | 'sending'; answer?: undefined; error?: undefined }
  | { state: 'done'; answer: Answer; error?: undefined }
  | { state: 'failed'; error: ApiError; answer?: undefined };

const isRefusal = ({ status }: ApiError): boolean => status >= 400 && status < 500 && status !== 429;

/**
 * A write of the contract through the given API client. A retry with the same input reuses the idempotency key, so that
 * a lost response does not cause a second write. `language` is that of a file that the write sends. `send` resolves to the response, or to undefined if it failed.
 *
 * `answer` is a receipt: what it says of a record that a screen reads belongs into that reading (`useChangeAnswer`), where
 * it is refreshed. The visitor's claim form writes by this too, on pages that load no query cache.
 */
export const usePostWith = <P extends PathOf<'POST'>>(api: Pick<Api, 'post'>, path: P) => {
  type Answer = OutputOf<'POST', P>;
  const [sending, setSending] = useState<PostState<Answer>>({ state: 'idle' });
  const last = useRef<{ input: string; key: string }>(undefined);

  const send = async (input: InputOf<'POST', P> & FileSettings): Promise<Answer | undefined> => {
    const text = JSON.stringify(input);
    if (last.current?.input !== text) last.current = { input: text, key: crypto.randomUUID() };
    setSending({ state: 'sending' });
    try {
      const post = api.post as (path: P, input: object) => ReturnType<Api['post']>;
      const answer = (await post(path, { ...input, idempotencyKey: last.current.key })) as Answer;
      last.current = undefined;
      setSending({ state: 'done', answer });
      return answer;
    } catch (thrown) {
      const error = asApiError(thrown);
      // A refused write changed nothing, so the next one gets a new key; without a response it may have succeeded.
      if (isRefusal(error)) last.current = undefined;
      setSending({ state: 'failed', error });
      return undefined;
    }
  };
  return { ...sending, send, reset: () => setSending({ state: 'idle' }) };
};
