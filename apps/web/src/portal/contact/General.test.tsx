// @vitest-environment happy-dom
import type { AccessRole } from '@hofn/contracts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { QueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { ShownContext } from '../../engine/App.tsx';
import { hrefOf } from '../../engine/link-rules.ts';
import { TextsContext } from '../../engine/texts.ts';
import { createCallTracker } from '../../session/call-tracker.ts';
import { SessionProvider } from '../../session/session.tsx';
import type { SessionParts } from '../../session/session-parts.ts';
import { pathToWrite } from '../matters/about-message.ts';
import { General } from './General.tsx';

const texts = createTranslator('is', { ...shell, ...portal });
const info = {
  ssn: '1402851489',
  fullName: 'Anna',
  email: null,
  mobilePhone: null,
  homePhone: null,
  address: null,
  postalCode: null,
  town: null,
  language: 'is',
  isCompany: false,
};
const shown = {
  shown: { page: { staticQueries: { site: { company: {} } } }, location: {} },
  links: { newTabPaths: [] },
} as never;

let root: Root;
let page: HTMLElement;
afterEach(() => root.unmount());

/** Shows the settings to somebody with a role, and waits for the details. */
const show = async (
  role: AccessRole,
  { via = 'self', ...more }: { via?: 'self' | 'delegate'; isCompany?: boolean } = {},
) => {
  const user = { currentProxyUser: { id: 'anna', value: '1402851489', via, role } };
  const state = { status: 'authenticated', user: { sub: 'anna' } };
  const parts = {
    session: { start: async () => {}, state: () => state, subscribe: () => () => {} },
    queries: new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } }),
    api: { get: async (path: string) => (path.endsWith('/info') ? user : { ...info, ...more }) },
    tracker: createCallTracker(() => 0),
    language: () => 'is',
  } as unknown as SessionParts;
  page = document.createElement('div');
  root = createRoot(page);
  flushSync(() =>
    root.render(
      <TextsContext value={texts}>
        <SessionProvider parts={parts}>
          <ShownContext value={shown}>
            <General />
          </ShownContext>
        </SessionProvider>
      </TextsContext>,
    ),
  );
  await vi.waitFor(() => expect(page.querySelector('[data-state=loading]')).toBeNull());
  await vi.waitFor(() => expect(page.textContent).toContain(texts('settings|ssn')));
};

test('KT-8: the settings show the kennitala with its dash', async () => {
  await show('Readonly');
  expect([...page.querySelectorAll('dd')].map((cell) => cell.textContent)).toContain('140285-1489');
  expect(page.textContent).not.toContain(info.ssn);
});

test('LIFE-47: who moves reads where to report it, and can tell us; a company reads neither', async () => {
  const links = () => [...page.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  await show('Full');
  expect(links()).toEqual([
    'https://www.skra.is',
    hrefOf(pathToWrite('is', texts('settings|movingSubject'))),
  ]);
  expect(page.textContent).toContain('tryggt á nýja heimilinu frá fyrsta degi og á báðum stöðum í 30 daga');
  root.unmount();
  await show('Readonly');
  expect(links()).toEqual(['https://www.skra.is']);
  root.unmount();
  await show('Full', { isCompany: true });
  expect(links()).toEqual([]);
});

test.each([
  [false, 'Heimasími'],
  [true, 'Sími fyrirtækis'],
])('PORT-10: the second phone is named for whose it is (company: %s)', async (isCompany, label) => {
  await show('Admin', { via: 'delegate', isCompany });
  const input = page.querySelector('input[name="homePhone"]');
  const labels = [...page.querySelectorAll('label')].map(({ textContent }) => textContent?.trim());
  expect(input).not.toBeNull();
  expect(labels.filter((text) => text?.includes('ími'))).toEqual([
    texts('settings|mobilePhone'),
    expect.stringContaining(label),
  ]);
});

test.each([
  ['Readonly', false],
  ['Full', false],
  ['Admin', true],
] as const)(
  'ACC-1: whether a delegate with %s access is offered to change contact details: %s',
  async (role, isOffered) => {
    await show(role, { via: 'delegate' });
    expect(page.querySelector('input[name="email"]') !== null).toBe(isOffered);
  },
);
