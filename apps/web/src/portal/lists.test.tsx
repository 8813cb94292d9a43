// @vitest-environment happy-dom
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { QueryClient } from '@tanstack/react-query';
import type { ComponentProps, ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ShownContext } from '../engine/App.tsx';
import { TextsContext } from '../engine/texts.ts';
import { keptIn, keptWith, ownerOf } from '../parts/list/useHistoryState.ts';
import { usePages, useRefusedPage } from '../parts/list/usePages.ts';
import { createApi } from '../session/api.ts';
import { createCallTracker } from '../session/call-tracker.ts';
import { SessionProvider, useCall } from '../session/index.ts';
import type { SessionParts } from '../session/session-parts.ts';
import type { SessionState } from '../session/session-store.ts';
import { Claims } from './claims/Claims.tsx';
import { Documents } from './documents/Documents.tsx';
import { Payments } from './payments/Payments.tsx';
import { Transactions } from './transactions/Transactions.tsx';

const state: SessionState = { status: 'authenticated', user: { sub: 'gudrun' } };
const user = { currentProxyUser: { id: 'felag', via: 'delegate', fullName: '', value: '5001141499' } };
const owner = ownerOf('gudrun', 'felag');
let root: Root;
/** What was asked for, and what a cursor is answered with. */
let asked: string[];
let refusal: { status: number; body: object };
let first: () => Response | Promise<Response>;
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
        const { pathname, searchParams } = new URL(String(address), 'http://localhost');
        if (pathname.endsWith('/info')) return Response.json(user);
        if (!searchParams.has('limit')) return Response.json({ items: [] });
        const cursor = searchParams.get('cursor');
        asked.push(`${pathname} ${cursor ?? 'first'}`);
        if (cursor) return Response.json(refusal.body, { status: refusal.status });
        return first();
      },
    }),
    queries: new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } }),
    tracker: createCallTracker(() => 0),
    language: () => 'is',
  };
};

beforeEach(() => {
  asked = [];
  refusal = { status: 400, body: { errorCode: 'validation', errors: { cursor: ['Síðan er liðin.'] } } };
  first = () => Response.json({ items: [] });
  history.replaceState(keptWith(null, owner, 'pages', ['old-2', 'old-3']), '');
  root = createRoot(document.createElement('div'));
});
afterEach(() => root.unmount());

/** What the engine gives a screen of the portal. */
const here = {
  shown: { page: { staticQueries: { site: { company: {} } } } },
  links: { newTabPaths: [] },
} as unknown as ComponentProps<typeof ShownContext>['value'];
const texts = createTranslator('is', { ...shell, ...portal }) as never;

const show = (Screen: ComponentType) => {
  const parts = makeParts();
  flushSync(() =>
    root.render(
      <ShownContext value={here}>
        <TextsContext value={texts}>
          <SessionProvider parts={parts}>
            <Screen />
          </SessionProvider>
        </TextsContext>
      </ShownContext>,
    ),
  );
};

test('a kept page that the service no longer knows gives way to the first, and is kept no longer', async () => {
  show(List);
  await vi.waitFor(() => expect(shown.state).toBe('ready'));
  expect(asked).toEqual(['/api/document/v1/edocuments old-3', '/api/document/v1/edocuments first']);
  expect(shown.before).toBe(0);
  expect(keptIn(history.state, owner)).toEqual({ pages: [] });
});

test.each([
  { status: 400, body: { errorCode: 'validation', errors: { search: ['Leitin er of löng.'] } } },
  { status: 503, body: { errorCode: 'unavailable' } },
])('a page that fails otherwise, with $status, keeps its place', async (given) => {
  refusal = given;
  show(List);
  await vi.waitFor(() => expect(shown.state).toBe('error'));
  expect(asked).toEqual(['/api/document/v1/edocuments old-3']);
  expect(shown.before).toBe(20);
});

test.each([
  { Screen: Transactions, path: '/api/account/v1' },
  { Screen: Claims, path: '/api/claim/v1' },
  { Screen: Documents, path: '/api/document/v1/edocuments' },
  { Screen: Payments, path: '/api/payment/v1/installmentsOverview' },
])('$path: its screen asks for the first page when the kept one is refused', async ({ Screen, path }) => {
  first = () => new Promise(() => undefined);
  show(Screen);
  await vi.waitFor(() => expect(asked).toEqual([`${path} old-3`, `${path} first`]));
});
