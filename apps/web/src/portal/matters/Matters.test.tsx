// @vitest-environment happy-dom
import type { CustomerMatter } from '@hofn/contracts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { queue } from '@hofn/texts/catalogue/is/queue.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { QueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { ShownContext } from '../../engine/App.tsx';
import { TextsContext } from '../../engine/texts.ts';
import { createCallTracker } from '../../session/call-tracker.ts';
import { SessionProvider } from '../../session/session.tsx';
import type { SessionParts } from '../../session/session-parts.ts';
import { Matters } from './Matters.tsx';

const texts = createTranslator('is', { ...shell, ...portal, ...queue });
const shown = {
  shown: { page: { staticQueries: { site: { company: {} } } }, location: {} },
  links: { newTabPaths: [] },
} as never;

let root: Root;
let page: HTMLElement;
afterEach(() => root.unmount());

/** Shows the list with these items. */
const show = async (items: readonly CustomerMatter[]) => {
  const user = { currentProxyUser: { id: 'anna', value: '1402851489', via: 'self', role: 'Admin' } };
  const state = { status: 'authenticated', user: { sub: 'anna' } };
  const parts = {
    session: { start: async () => {}, state: () => state, subscribe: () => () => {} },
    queries: new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } }),
    api: {
      get: async (path: string) => (path.endsWith('/info') ? user : { items, total: items.length }),
    },
    tracker: createCallTracker(() => 0),
    language: () => 'is',
  } as unknown as SessionParts;
  page = document.createElement('div');
  root = createRoot(page);
  flushSync(() =>
    root.render(
      <TextsContext value={texts as never}>
        <SessionProvider parts={parts}>
          <ShownContext value={shown}>
            <Matters />
          </ShownContext>
        </SessionProvider>
      </TextsContext>,
    ),
  );
  await vi.waitFor(() => expect(page.querySelector('[data-state=loading]')).toBeNull());
};

test('UI-5: a customer who has sent us nothing sees an empty state', async () => {
  await show([]);
  expect(page.textContent).toContain('Þú hefur ekki sent okkur neitt');
});

test('CORE-10, PORT-19: the list can be narrowed to what awaits the customer’s answer', async () => {
  await show([
    {
      id: 'm1',
      kind: 'memo',
      form: null,
      reference: null,
      about: 'Flutningar',
      openedAt: '2026-11-20T12:00:00Z',
      state: 'closed',
      letter: null,
      answers: [],
      request: null,
    },
  ]);
  const options = [...page.querySelectorAll('option')].map(({ value, textContent }) => [value, textContent]);
  expect(options).toContainEqual(['waiting', 'Bíður svars frá þér']);
});

test('LIFE-29: a letter is shown with its answer, after when and how we reply', async () => {
  await show([
    {
      id: 'm1',
      kind: 'memo',
      form: null,
      reference: null,
      about: 'Flutningar',
      openedAt: '2026-11-20T12:00:00Z',
      state: 'answered',
      letter: { document: 'd1', text: 'Ég er flutt.' },
      answers: [{ author: 'Katrín', text: 'Skráð.', at: '2026-11-21T12:00:00Z' }],
      request: null,
    },
  ]);
  expect(page.querySelector('h1')?.textContent).toBe('Skilaboð');
  expect(page.textContent).toMatch(/Við svörum innan tveggja virkra daga.*Ég er flutt\..*Skráð\./s);
  expect(page.querySelector('a[href$="/rafraen-skjol/d1"]')).not.toBeNull();
});
