// @vitest-environment happy-dom
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { QueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { TextsContext } from '../../engine/texts.ts';
import { createCallTracker } from '../../session/calls.ts';
import { type SessionParts, SessionProvider } from '../../session/session.tsx';
import Popups from './Popups.tsx';

const texts = createTranslator('is', { ...shell, ...portal, ...errors });
const ssn = '1402851489';
const details = { email: 'anna@postur.example', mobilePhone: '7712345', phone: null, workPhone: null };

test('PAY-13b: the user is fetched again between the saved details and the close of the popup', async () => {
  const calls: string[] = [];
  const user = {
    id: 'anna',
    ssn,
    currentProxyUser: { id: 'anna', value: ssn, via: 'self', role: 'Admin' },
    paymentMethod: { ccardInfo: { cardNumberMasked: '•••• 4242' } },
    popupinfo: { ...details, showPopup: true },
  };
  const get = async (path: string, { query }: { query?: { popup: string } } = {}) => {
    if (path.endsWith('/checkpopup')) return { show: query?.popup === 'contact' };
    calls.push('user');
    return user;
  };
  const post = async (path: string) => {
    calls.push(path.replace(/.*\//, ''));
    return {};
  };
  const state = { status: 'authenticated', user: { sub: 'anna' } };
  const parts = {
    session: { start: async () => {}, state: () => state, subscribe: () => () => {} },
    queries: new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } }),
    api: { get, post },
    tracker: createCallTracker(() => 0),
    language: () => 'is',
  } as unknown as SessionParts;
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  flushSync(() =>
    root.render(
      <TextsContext value={texts as never}>
        <SessionProvider parts={parts}>
          <Popups page="portal.base" />
        </SessionProvider>
      </TextsContext>,
    ),
  );
  await vi.waitFor(() => expect(page.querySelector('form')).not.toBeNull());
  calls.length = 0;
  page.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  await vi.waitFor(() => expect(page.querySelector('form')).toBeNull());
  expect(calls).toEqual(['popupinfo', 'user', 'savepopup']);
  root.unmount();
});
