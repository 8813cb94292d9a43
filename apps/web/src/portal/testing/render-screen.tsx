/** Renders a screen of the portal for a signed-in customer, with answers of the test. For tests only. */
import { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { ShownContext } from '../../engine/App.tsx';
import { type PageTexts, TextsContext } from '../../engine/texts.ts';
import { createCallTracker } from '../../session/call-tracker.ts';
import { SessionProvider } from '../../session/session.tsx';
import type { SessionParts } from '../../session/session-parts.ts';

const shown = {
  shown: {
    page: { staticQueries: { site: { company: {}, menu: { middle: { individuals: [] } } } } },
    location: {},
  },
  links: { newTabPaths: [] },
} as never;

/** A customer who acts for themselves. */
export const selfActing = {
  currentProxyUser: { id: 'anna', value: '1402851489', via: 'self', role: 'Admin' },
};

type Options = {
  texts: PageTexts;
  /** The signed-in user, as `/api/user/v1/info` answers. */
  user?: { currentProxyUser: { id: string } };
  /** Answers all other calls. */
  get(path: string, options?: { query?: Record<string, unknown> }): unknown;
  post?(path: string): unknown;
};

/** @returns the screen's element, attached to the document, and the root to unmount */
export const renderScreen = (
  screen: ReactNode,
  { texts, user = selfActing, get, post }: Options,
): { page: HTMLElement; root: Root } => {
  const state = { status: 'authenticated', user: { sub: user.currentProxyUser.id } };
  const parts = {
    session: { start: async () => {}, state: () => state, subscribe: () => () => {} },
    queries: new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } }),
    api: {
      get: async (...call: Parameters<Options['get']>) =>
        call[0] === '/api/user/v1/info' ? user : get(...call),
      post: async (path: string) => post?.(path),
    },
    tracker: createCallTracker(() => 0),
    language: () => 'is',
  } as unknown as SessionParts;
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  flushSync(() =>
    root.render(
      <TextsContext value={texts}>
        <SessionProvider parts={parts}>
          <ShownContext value={shown}>{screen}</ShownContext>
        </SessionProvider>
      </TextsContext>,
    ),
  );
  return { page, root };
};
