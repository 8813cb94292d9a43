// @vitest-environment happy-dom
import { portal } from '@hofn/texts/catalogue/en/portal.ts';
import { shell } from '@hofn/texts/catalogue/en/shell.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ShownContext } from '../../engine/App.tsx';
import { TextsContext } from '../../engine/texts.ts';
import { NotificationsScreen } from './NotificationsScreen.tsx';

const {
  send,
  refreshed: refresh,
  reader,
  answer,
} = vi.hoisted(() => ({
  send: vi.fn(),
  refreshed: vi.fn(),
  reader: { role: 'Admin', via: 'self' },
  answer: { data: {} as unknown },
}));
vi.mock('../../session/index.ts', () => ({
  useCall: () => ({ state: 'ready', data: answer.data }),
  usePost: () => ({ send, state: 'idle', error: undefined }),
  useRefetch: () => refresh,
  useRefetchUser: () => async () => refresh('user'),
  useUser: () => ({ data: { currentProxyUser: reader } }),
}));
vi.mock('../../parts/list/useHistoryState.ts', () => ({
  useHistoryState: (_name: string, first: unknown) => [first, () => {}],
}));
vi.mock('../../engine/Link.tsx', () => ({
  Link: ({ to, onClick, children }: { to: string; onClick: () => void; children: ReactNode }) => (
    <button type="button" data-to={to} onClick={onClick}>
      {children}
    </button>
  ),
}));

const claim = {
  id: 'm1',
  subject: 'Nýtt í tjónsmáli 1',
  summary: 'Staðan núna: Í vinnslu',
  path: '/vidskipti/tjonayfirlit/c1',
  language: 'is',
  at: '2026-11-21T12:00:00Z',
  readAt: null,
};
const readNotification = {
  ...claim,
  id: 'm2',
  subject: 'Read before',
  language: 'en',
  path: null,
  readAt: claim.at,
};
const shown = {
  shown: { page: { staticQueries: { site: { company: {} } } }, location: {} },
  links: { newTabPaths: [] },
} as never;
const t = createTranslator('en', { ...shell, ...portal });

let root: Root;
let page: HTMLElement;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
  send.mockReset().mockResolvedValue({ unread: 0 });
  refresh.mockReset();
  answer.data = { items: [claim, readNotification], nextCursor: null, total: 2, unread: 1 };
  reader.via = 'self';
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const show = () =>
  act(async () =>
    root.render(
      <TextsContext value={t}>
        <ShownContext value={shown}>
          <NotificationsScreen />
        </ShownContext>
      </TextsContext>,
    ),
  );
const press = (text: string) =>
  act(async () => {
    const element = [...page.querySelectorAll('button')].find(
      (button) => button.textContent?.trim() === text,
    );
    if (!element) throw new Error(`no button ${text}`);
    element.click();
  });

test('PORT-22: a notification links to its page in the current language, and opening it marks it as read', async () => {
  await show();
  expect([...page.querySelectorAll('h2')].map(({ lang, textContent }) => [lang, textContent])).toEqual([
    ['is', claim.subject],
    ['', readNotification.subject],
  ]);
  expect(page.textContent?.split(t('notifications|unread'))).toHaveLength(2);
  expect(page.querySelector<HTMLElement>('[data-to]')?.dataset.to).toBe('/en/my-pages/claims/c1');
  await press(claim.subject);
  expect(send).toHaveBeenCalledWith({ body: { ids: ['m1'] } });
  // The unread count in the menu is updated.
  expect(refresh).toHaveBeenCalledWith('user');
});

test('PORT-22: all can be marked as read at once, and the button is gone when all are read', async () => {
  await show();
  await press(t('notifications|markAll'));
  expect(send).toHaveBeenCalledWith({ body: { ids: null } });
  answer.data = { items: [readNotification], nextCursor: null, total: 1, unread: 0 };
  await show();
  expect(page.textContent).not.toContain(t('notifications|markAll'));
});

test('PORT-22: users acting for or viewing another customer do not see their inbox', async () => {
  reader.via = 'delegate';
  await show();
  expect(page.textContent).not.toContain(claim.subject);
});
