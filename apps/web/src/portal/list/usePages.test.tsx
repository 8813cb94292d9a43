// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApi } from '../../session/api.ts';
import { createCallTracker } from '../../session/calls.ts';
import { SessionProvider, useCall } from '../../session/index.ts';
import type { SessionParts } from '../../session/session.tsx';
import type { SessionState } from '../../session/session-store.ts';
import { keptIn, keptWith } from './useKept.ts';
import { usePages, useRefusedPage } from './usePages.ts';

const state: SessionState = { status: 'authenticated', user: { sub: 'gudrun' } };
let root: Root;
/** What was asked for, and what a cursor is answered with. */
let asked: string[];
let refusal: { status: number; body: object };
let shown: { state: string; before: number };

const List = () => {
  const pages = usePages(10);
  const call = useCall('/api/document/v1/edocuments', { query: pages.query });
  useRefusedPage(pages, call.error);
  shown = { state: call.state, before: pages.before };
  return null;
};

const makeParts = (): SessionParts => {
  const calls = { token: async () => 'token', refused: async () => false };
  return {
    session: {
      state: () => state,
      subscribe: () => () => true,
      start: async () => undefined,
      retry: async () => undefined,
      login: async () => undefined,
      logout: async () => undefined,
      calls,
    },
    api: createApi({
      base: async () => '',
      language: () => 'is',
      session: calls,
      fetch: async (address) => {
        const { search } = new URL(String(address), 'http://localhost');
        asked.push(search);
        return search.includes('cursor=')
          ? Response.json(refusal.body, { status: refusal.status })
          : Response.json({ items: [] });
      },
    }),
    queries: new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } }),
    tracker: createCallTracker(() => 0),
    language: () => 'is',
  };
};

beforeEach(() => {
  asked = [];
  history.replaceState(keptWith(null, 'gudrun', 'pages', ['old-2', 'old-3']), '');
  root = createRoot(document.createElement('div'));
});
afterEach(() => root.unmount());

const show = async (settled: string) => {
  const parts = makeParts();
  flushSync(() =>
    root.render(
      <SessionProvider parts={parts}>
        <List />
      </SessionProvider>,
    ),
  );
  await vi.waitFor(() => expect(shown.state).toBe(settled));
};

test('a kept page that the service no longer knows gives way to the first, and is kept no longer', async () => {
  refusal = { status: 400, body: { errorCode: 'validation', errors: { cursor: ['Síðan er liðin.'] } } };
  await show('ready');
  expect(asked).toEqual(['?limit=10&cursor=old-3', '?limit=10']);
  expect(shown.before).toBe(0);
  expect(keptIn(history.state, 'gudrun')).toEqual({ pages: [] });
});

test.each([
  { status: 400, body: { errorCode: 'validation', errors: { search: ['Leitin er of löng.'] } } },
  { status: 503, body: { errorCode: 'unavailable' } },
])('a page that fails otherwise, with $status, keeps its place', async (given) => {
  refusal = given;
  await show('error');
  expect(asked).toEqual(['?limit=10&cursor=old-3']);
  expect(shown.before).toBe(20);
});
