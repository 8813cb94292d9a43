// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { SessionProvider } from './session.tsx';
import type { SessionParts } from './session-parts.ts';
import { userKey } from './subject.ts';
import { usePost } from './use-post.ts';

type Hook = ReturnType<typeof usePost<'/api/policy/v2/sendpolicy'>>;

let root: Root;
let hook: Hook;
let keys: string[];
let subjects: (string | undefined)[];
let queries: QueryClient;
let answers: Array<() => Promise<unknown>>;

const state = { status: 'authenticated' };
const Probe = () => {
  hook = usePost('/api/policy/v2/sendpolicy');
  return null;
};

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  keys = [];
  subjects = [];
  queries = new QueryClient();
  const post = (_path: string, input: { idempotencyKey: string; actingFor?: string }) => {
    keys.push(input.idempotencyKey);
    subjects.push(input.actingFor);
    return (answers.shift() ?? (async () => ({ email: 'a@example.is' })))();
  };
  const parts = {
    session: { start: async () => {}, state: () => state, subscribe: () => () => {} },
    api: { post, get: () => new Promise(() => {}) },
    queries,
  } as unknown as SessionParts;
  root = createRoot(document.createElement('div'));
  await act(async () =>
    root.render(
      <SessionProvider parts={parts}>
        <Probe />
      </SessionProvider>,
    ),
  );
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});
const send = (policyId: string) => act(() => hook.send({ body: { policyId } }));

test('a write is sending, then done with its response, and idle after a reset', async () => {
  let settle: (answer: unknown) => void = () => {};
  answers = [() => new Promise((resolve) => (settle = resolve))];
  expect(hook.state).toBe('idle');
  await act(async () => void hook.send({ body: { policyId: 'p1' } }));
  expect(hook.state).toBe('sending');
  await act(async () => settle({ email: 'a@example.is' }));
  expect([hook.state, hook.answer]).toEqual(['done', { email: 'a@example.is' }]);
  await act(async () => hook.reset());
  expect(hook.state).toBe('idle');
});

test('a retry after a failure is the same write; after success, or with other input, a new one', async () => {
  answers = [
    async () => {
      throw new TypeError('connection lost');
    },
    async () => {
      throw new ApiError({ status: 503, errorCode: 'unavailable' });
    },
  ];
  await send('p1');
  expect([hook.state, hook.error?.status]).toEqual(['failed', 0]);
  await send('p1');
  expect([hook.state, hook.error?.status]).toEqual(['failed', 503]);
  await send('p1');
  expect(hook.state).toBe('done');
  await send('p1');
  await send('p2');
  expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
  expect(new Set(keys).size).toBe(3);
});

test('a retry after a refusal is a new write, because a refused write changed nothing', async () => {
  const refused = (status: number) => async () => {
    throw new ApiError({ status, errorCode: 'paymentDeclined' });
  };
  answers = [refused(402), refused(429)];
  await send('p1');
  await send('p1');
  await send('p1');
  expect(keys[1]).not.toBe(keys[0]);
  expect(keys[2]).toBe(keys[1]);
});

test('HOLD-2: a write is for the subject of its screen, even if the page has just switched to another', async () => {
  const setSubject = (id: string) => queries.setQueryData(userKey, { value: { currentProxyUser: { id } } });
  await act(async () => {
    setSubject('anna');
    // The screen is updated in a later task.
    await new Promise((done) => setTimeout(done));
  });
  await act(async () => {
    setSubject('felag');
    // The first subject's screen is still mounted.
    await hook.send({ body: { policyId: 'p1' } });
  });
  await send('p2');
  expect(subjects).toEqual(['anna', 'felag']);
});
