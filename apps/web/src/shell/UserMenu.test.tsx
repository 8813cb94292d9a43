// @vitest-environment happy-dom
import { createTranslator } from '@hofn/texts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PageContext } from '../engine/index.ts';
import { blockNavigation, leaveQuestion, subscribeToLeaveQuestion } from '../engine/navigation-blocker.ts';
import { TextsContext } from '../engine/texts.ts';
import { createCallTracker } from '../session/call-tracker.ts';
import { SessionProvider } from '../session/session.tsx';
import type { SessionParts } from '../session/session-parts.ts';
import { UserMenu } from './UserMenu.tsx';

const begin = vi.hoisted(() => vi.fn());
vi.mock('./useSwitch.ts', () => ({ useSubjectSwitch: () => ({ begin, busy: false }) }));
vi.mock('./LanguageLink.tsx', () => ({ LanguageLink: () => null }));
vi.mock('../parts/MenuLink.tsx', () => ({
  closeMenus: () => {},
  MenuLink: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}));

let root: Root;
let queries: QueryClient;
let picture: string | null;
let unread: number;
let via: string;
let subject: string;
let answers: Record<string, unknown>;
const download = vi.fn();
const logout = vi.fn();
const texts = createTranslator('is', { ...shell, ...portal });

const show = () =>
  flushSync(() => {
    const parts = {
      session: {
        start: async () => {},
        state: () => state,
        subscribe: () => () => {},
        logout,
      },
      queries,
      api: {
        get: async (path: string) => answers[path] ?? userOf(picture),
        download,
      },
      tracker: createCallTracker(() => 0),
      language: () => 'is',
    } as unknown as SessionParts;
    root.render(
      <TextsContext value={texts}>
        <SessionProvider parts={parts}>
          <UserMenu context={{ language: 'is' } as PageContext} onToggle={() => {}} />
        </SessionProvider>
      </TextsContext>,
    );
  });
const userOf = (profilePicture: string | null) => ({
  fullName: 'Anna Sif Prófdóttir',
  profilePicture,
  unreadNotifications: unread,
  ssn: '1203751489',
  currentProxyUser: { id: 'anna', value: subject, via },
});
const state = { status: 'authenticated', user: { sub: 'anna' } };
const opener = () => document.querySelector('button');
const image = () => opener()?.querySelector('img');

beforeEach(() => {
  queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  unread = 0;
  via = 'self';
  subject = '1203751489';
  answers = {};
  begin.mockReset();
  download.mockReset();
  logout.mockReset();
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
});

test('DATA-2: without a picture the header shows initials, and makes no request', async () => {
  picture = null;
  show();
  await vi.waitFor(() => expect(opener()?.textContent).toContain('AP'));
  expect(image()).toBeNull();
  expect(download).not.toHaveBeenCalled();
});

test('DATA-2: the header shows the user’s picture, requested by its key, and the new one after a change', async () => {
  picture = 'k1';
  download.mockImplementation(async (_path, { params }: { params: { key: string } }) => ({
    name: 'profile.jpg',
    content: new Blob([params.key], { type: 'image/jpeg' }),
  }));
  show();
  const address = (key: string) => `data:image/jpeg;base64,${btoa(key)}`;
  await vi.waitFor(() => expect(image()?.getAttribute('src')).toBe(address('k1')));
  // The button's accessible name is the user's; the picture adds nothing to it.
  expect(image()?.alt).toBe('');
  expect(image()?.closest('[aria-hidden]')).not.toBeNull();
  picture = 'k2';
  await queries.invalidateQueries({ queryKey: ['user'] });
  await vi.waitFor(() => expect(image()?.getAttribute('src')).toBe(address('k2')));
  expect(download.mock.calls.map(([, { params }]) => params.key)).toEqual(['k1', 'k2']);
});

test('DATA-2: the initials stay if the picture fails to load', async () => {
  picture = 'k1';
  download.mockRejectedValue(new TypeError('Failed to fetch'));
  show();
  await vi.waitFor(() => expect(download).toHaveBeenCalled());
  await vi.waitFor(() => expect(opener()?.textContent).toContain('AP'));
  expect(image()).toBeNull();
});

test('PORT-22: the menu links to notifications with the number of unread ones, but not while acting for another', async () => {
  picture = null;
  unread = 1;
  show();
  const link = () => document.querySelector('a[href="/vidskipti/tilkynningar"]');
  await vi.waitFor(() => expect(link()?.textContent).toBe('Tilkynningar (1)'));
  expect(opener()?.textContent).toContain('1 ólesin tilkynning');
  unread = 0;
  await queries.invalidateQueries({ queryKey: ['user'] });
  await vi.waitFor(() => expect(link()?.textContent).toBe('Tilkynningar'));
  expect(opener()?.textContent).not.toContain('ólesin');
  via = 'delegate';
  await queries.invalidateQueries({ queryKey: ['user'] });
  await vi.waitFor(() => expect(link()).toBeNull());
});

test('HOLD-3: signing out asks about unsaved input first', async () => {
  picture = null;
  show();
  const close = subscribeToLeaveQuestion(() => {});
  const unblock = blockNavigation(texts as never);
  const press = () => document.querySelector<HTMLButtonElement>('li > button')?.click();
  press();
  await vi.waitFor(() => expect(leaveQuestion()).toBeDefined());
  leaveQuestion()?.answer(false);
  // After a no nothing happens: only the second click signs out.
  press();
  await vi.waitFor(() => expect(leaveQuestion()).toBeDefined());
  expect(logout).not.toHaveBeenCalled();
  leaveQuestion()?.answer(true);
  await vi.waitFor(() => expect(logout).toHaveBeenCalledOnce());
  unblock();
  close();
});

const toggled = () => {
  const event = Object.assign(new Event('toggle'), { newState: 'open' });
  flushSync(() => document.querySelector('[popover]')?.dispatchEvent(event));
};
const grantsPath = '/api/user/v1/settings/grantedaccess';
const companiesPath = '/api/user/v1/settings/companyinvolvement';
const company = (ssn: string, name: string, role: string | null = 'Admin') => ({
  ...{ ssn, name, role, involvement: ['procuration'] },
});
const offered = () =>
  [...document.querySelectorAll('li > button')]
    .map(({ textContent }) => textContent ?? '')
    .filter((text) => text.startsWith('Skoða fyrir hönd'));

test('LIFE-22, ACC-3: the open menu lists up to three customers that the user may act for, and links to the rest', async () => {
  picture = null;
  answers = {
    [companiesPath]: {
      items: [company('5001141499', 'Ísver ehf.'), company('5002141499', 'Hlutafélagið hf.', null)],
    },
    [grantsPath]: [
      { id: 'g1', ssn: '0303831459', name: 'Jón Jónsson' },
      // Both a grant and a procuration.
      { id: 'g2', ssn: '5001141499', name: 'Ísver ehf.' },
      { id: 'g3', ssn: '1402851489', name: 'Guðrún Þorsteinsdóttir' },
      { id: 'g4', ssn: '1505851489', name: 'Katla Prófdóttir' },
    ],
  };
  show();
  await vi.waitFor(() => expect(opener()).not.toBeNull());
  expect(offered()).toEqual([]);
  toggled();
  await vi.waitFor(() =>
    expect(offered()).toEqual(
      ['Ísver ehf.', 'Jón Jónsson', 'Guðrún Þorsteinsdóttir'].map((name) => `Skoða fyrir hönd: ${name}`),
    ),
  );
  expect(document.querySelector('a[href$="/adgangsheimild"]')?.textContent).toBe(
    'Allir sem ég má skoða fyrir',
  );
  document.querySelector<HTMLButtonElement>('li > button')?.click();
  // As on the page of access permits.
  expect(begin).toHaveBeenCalledExactlyOnceWith('5001141499', 'Ísver ehf.');
});

test('LIFE-22: the customer being acted for is not offered again, and without others there is no link', async () => {
  picture = null;
  via = 'delegate';
  subject = '0303831459';
  answers = {
    [companiesPath]: { items: [] },
    [grantsPath]: [{ id: 'g1', ssn: subject, name: 'Jón Jónsson' }],
  };
  show();
  await vi.waitFor(() => expect(opener()).not.toBeNull());
  toggled();
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
  expect(offered()).toEqual([]);
  expect(document.querySelector('a[href$="/adgangsheimild"]')).toBeNull();
});
