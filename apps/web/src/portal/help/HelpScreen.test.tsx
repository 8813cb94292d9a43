// @vitest-environment happy-dom
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { QueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { ShownContext } from '../../engine/App.tsx';
import { TextsContext } from '../../engine/texts.ts';
import { createCallTracker } from '../../session/call-tracker.ts';
import { SessionProvider } from '../../session/session.tsx';
import type { SessionParts } from '../../session/session-parts.ts';
import { HelpScreen } from './HelpScreen.tsx';

const texts = createTranslator('is', { ...shell, ...portal });
const shown = {
  shown: { page: { staticQueries: { site: { company: {} } } }, location: {} },
  links: { newTabPaths: [] },
} as never;

const place = {
  name: 'Stikla',
  kind: 'Bílahjálp',
  address: 'Brúarvogur 14',
  postalCode: '110',
  town: 'Reykjavík',
  district: 'Höfuðborgarsvæðið',
  phone: '531 3794',
  hours: 'Allan sólarhringinn',
  services: ['Dráttarbíll'],
  position: { latitude: 64.1331, longitude: -21.8291 },
};
const answers: Record<string, unknown> = {
  '/api/content/v1/carhelp': { places: [place] },
  '/api/content/v1/faq': {
    groups: [
      { id: 'claims', title: 'Tjón', questions: [{ id: 'how', question: 'Hvernig?', answer: 'Svona.' }] },
    ],
  },
};

test('CALL-4: roadside help and questions are fetched from the API, with phone, hours and a map link', async () => {
  const user = { currentProxyUser: { id: 'anna', value: '1402851489', via: 'self', role: 'Admin' } };
  const state = { status: 'authenticated', user: { sub: 'anna' } };
  const parts = {
    session: { start: async () => {}, state: () => state, subscribe: () => () => {} },
    queries: new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } }),
    api: { get: async (path: string) => answers[path] ?? user },
    tracker: createCallTracker(() => 0),
    language: () => 'is',
  } as unknown as SessionParts;
  const page = document.createElement('div');
  const root = createRoot(page);
  flushSync(() =>
    root.render(
      <TextsContext value={texts}>
        <SessionProvider parts={parts}>
          <ShownContext value={shown}>
            <HelpScreen />
          </ShownContext>
        </SessionProvider>
      </TextsContext>,
    ),
  );
  await vi.waitFor(() => expect(page.querySelectorAll('summary')).toHaveLength(2));
  expect(Array.from(page.querySelectorAll('summary'), ({ textContent }) => textContent)).toEqual([
    'Höfuðborgarsvæðið',
    'Hvernig?',
  ]);
  expect(page.textContent).toContain('Allan sólarhringinn');
  expect(page.querySelector('a[href="tel:+3545313794"]')?.textContent).toBe('531 3794');
  expect(page.querySelector('a[href*="64.1331"]')?.getAttribute('aria-label')).toBe(
    'Brúarvogur 14, 110\u00a0Reykjavík, sjá á korti',
  );
  root.unmount();
});
