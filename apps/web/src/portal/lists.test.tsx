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
import { ownerOf, readListStates, withListState } from '../parts/list/useHistoryState.ts';
import { usePages, useRestartOnRefusedCursor } from '../parts/list/usePages.ts';
import { createApi } from '../session/api.ts';
import { createCallTracker } from '../session/call-tracker.ts';
import { createIdentityCheck } from '../session/identity-check.ts';
import { SessionProvider, useCall } from '../session/index.ts';
import type { SessionState } from '../session/session-context.ts';
import type { SessionParts } from '../session/session-parts.ts';
import { Claims } from './claims/Claims.tsx';
import { Documents } from './documents/Documents.tsx';
import { Payments } from './payments/Payments.tsx';
import { Transactions } from './transactions/Transactions.tsx';

const state: SessionState = { status: 'authenticated', user: { sub: 'gudrun' } };
const user = {
  currentProxyUser: { id: 'felag', via: 'delegate', role: 'Full', fullName: '', value: '5001141499' },
};
const owner = ownerOf('gudrun', 'felag');
let root: Root;
/** Requests received, as path and cursor; `refusal` is the response to any request with a cursor. */
let requests: string[];
let refusal: { status: number; body: object };
let respondFirstPage: () => Response | Promise<Response>;
let shown: { state: string; rowsBefore: number };

const List = () => {
  const pages = usePages(10);
  const call = useCall('/api/document/v1/edocuments', { query: pages.query });
  useRestartOnRefusedCursor(pages, call.error);
  shown = { state: call.state, rowsBefore: pages.rowsBefore };
  return null;
};

const createParts = (): SessionParts => {
  const calls = { token: async () => 'token', handleUnauthorized: async () => false };
  return {
    session: {
      state: () => state,
      subscribe: () => () => true,
      start: async () => undefined,
      retry: async () => undefined,
      login: async () => undefined,
      logout: async () => undefined,
      signInAgain: async () => undefined,
      identityCheck: createIdentityCheck(),
      calls,
    },
    api: createApi({
      base: async () => '',
      language: () => 'is',
      session: calls,
      fetch: async (address) => {
        const { pathname, searchParams } = new URL(String(address), 'http://localhost');
        if (pathname.endsWith('/info')) return Response.json(user);
        if (pathname.endsWith('/overview')) return Response.json({ groups: [], ended: [] });
        if (!searchParams.has('limit')) return Response.json({ items: [] });
        const cursor = searchParams.get('cursor');
        requests.push(`${pathname} ${cursor ?? 'first'}`);
        if (cursor) return Response.json(refusal.body, { status: refusal.status });
        return respondFirstPage();
      },
    }),
    queries: new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } }),
    tracker: createCallTracker(() => 0),
    language: () => 'is',
  };
};

beforeEach(() => {
  requests = [];
  refusal = { status: 400, body: { errorCode: 'validation', errors: { cursor: ['Síðan er liðin.'] } } };
  respondFirstPage = () => Response.json({ items: [] });
  history.replaceState(withListState(null, owner, 'pages', ['old-2', 'old-3']), '');
  root = createRoot(document.createElement('div'));
});
afterEach(() => root.unmount());

/** Minimal engine context for a portal screen. */
const shownPage = {
  shown: { page: { staticQueries: { site: { company: {} } } } },
  links: { newTabPaths: [] },
} as unknown as ComponentProps<typeof ShownContext>['value'];
const t = createTranslator('is', { ...shell, ...portal });
const texts = t as never;

const show = (Screen: ComponentType) => {
  const parts = createParts();
  flushSync(() =>
    root.render(
      <ShownContext value={shownPage}>
        <TextsContext value={texts}>
          <SessionProvider parts={parts}>
            <Screen />
          </SessionProvider>
        </TextsContext>
      </ShownContext>,
    ),
  );
};

test('a list falls back to the first page and forgets its saved pages when the API rejects the cursor', async () => {
  show(List);
  await vi.waitFor(() => expect(shown.state).toBe('ready'));
  expect(requests).toEqual(['/api/document/v1/edocuments old-3', '/api/document/v1/edocuments first']);
  expect(shown.rowsBefore).toBe(0);
  expect(readListStates(history.state, owner)).toEqual({ pages: [] });
});

test.each([
  { status: 400, body: { errorCode: 'validation', errors: { search: ['Leitin er of löng.'] } } },
  { status: 503, body: { errorCode: 'unavailable' } },
])('a list stays on its page after any other error ($status)', async (testCase) => {
  refusal = testCase;
  show(List);
  await vi.waitFor(() => expect(shown.state).toBe('error'));
  expect(requests).toEqual(['/api/document/v1/edocuments old-3']);
  expect(shown.rowsBefore).toBe(20);
});

test.each([
  { Screen: Transactions, path: '/api/account/v1' },
  { Screen: Claims, path: '/api/claim/v1' },
  { Screen: Documents, path: '/api/document/v1/edocuments' },
  { Screen: Payments, path: '/api/payment/v1/installmentsOverview' },
])(
  '$path: the screen requests the first page when the API rejects the saved cursor',
  async ({ Screen, path }) => {
    respondFirstPage = () => new Promise(() => undefined);
    show(Screen);
    await vi.waitFor(() => expect(requests).toEqual([`${path} old-3`, `${path} first`]));
  },
);

test('PORT-19: a search typed letter by letter is written to the history once it pauses, and survives Back', async () => {
  respondFirstPage = () => Response.json({ items: [], sums: { count: 0 }, policies: [], nextCursor: null });
  history.replaceState({ key: 'k1' }, '');
  const replaceState = vi.spyOn(history, 'replaceState');
  const page = document.body.appendChild(document.createElement('div'));
  root.unmount();
  root = createRoot(page);
  show(Transactions);
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  const field = page.querySelector<HTMLInputElement>('input[type=search]');
  if (!field) throw new Error('The screen has no search');
  const type = (value: string) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
    flushSync(() => field.dispatchEvent(new Event('input', { bubbles: true })));
  };
  const stored = () => readListStates(history.state, owner).filter;
  const words = 'iðgjald af heimilistryggingu í nóvember';
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    for (let end = 1; end <= words.length; end += 1) type(words.slice(0, end));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(stored()).toMatchObject({ search: words });
    expect(history.state).toMatchObject({ key: 'k1' });
    expect(replaceState.mock.calls.length).toBeLessThan(4);
    // On another entry meanwhile: what was typed last is not written there.
    type(`${words} 2026`);
    history.replaceState({ key: 'k2' }, '');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(history.state).toEqual({ key: 'k2' });
  } finally {
    vi.useRealTimers();
    replaceState.mockRestore();
    page.remove();
  }
});

test('LIFE-14: without claims nothing is offered to search, filter or save; drafts are named by kind and day', async () => {
  history.replaceState(null, '');
  const overview = {
    items: [],
    nextCursor: null,
    sums: { count: 0, open: 0, lossAmount: 0, compensation: 0 },
    policies: [],
    drafts: [
      {
        token: 'd1',
        line: 'home',
        title: 'Tjón á innbúi: Hjóli stolið',
        dateOfLoss: '2026-11-20',
        changedAt: '2026-11-21T10:00:00Z',
        expiresAt: '2026-12-21T10:00:00Z',
      },
    ],
  };
  respondFirstPage = () => Response.json(overview);
  const host = document.createElement('div');
  root.unmount();
  root = createRoot(host);
  show(Claims);
  await vi.waitFor(() => expect(host.textContent).toContain(t('claims|empty')));
  expect(host.querySelector('search, [type=search]')).toBeNull();
  expect(host.textContent).not.toContain('CSV');
  expect(host.textContent).toMatch(/Tjón á innbúi: Hjóli stolið, 20\.\s(nóv|nóvember)\.? 2026, drög/);
});
