// @vitest-environment happy-dom
import type { Communication } from '@hofn/contracts';
import { portal as english } from '@hofn/texts/catalogue/en/portal.ts';
import { shell as shellEnglish } from '@hofn/texts/catalogue/en/shell.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ShownContext } from '../../engine/App.tsx';
import { TextsContext } from '../../engine/texts.ts';
import { CommunicationScreen } from './CommunicationScreen.tsx';

const { send, reader, answer } = vi.hoisted(() => ({
  send: vi.fn(),
  reader: { role: 'Admin', via: 'self' },
  answer: { data: {} as unknown },
}));
vi.mock('../../session/index.ts', () => ({
  useCall: () => ({ state: 'ready', data: answer.data }),
  usePost: () => ({ send, state: 'idle', error: undefined }),
  useRefetch: () => () => {},
  useUser: () => ({ data: { currentProxyUser: reader } }),
}));

const defaultChoice = (given: boolean) => ({ given, at: null, how: 'default' as const });
const service = { email: defaultChoice(true), sms: defaultChoice(false), post: defaultChoice(false) };
const marketing = { ...service, email: defaultChoice(false) };
const communication: Communication = {
  topics: {
    invoices: service,
    renewals: service,
    claims: { ...service, email: { given: false, at: '2026-11-02T10:00:00Z', how: 'self' } },
    preventionTips: { ...marketing, email: { given: true, at: '2026-11-01T10:00:00Z', how: 'delegate' } },
    offers: { ...marketing, sms: { given: true, at: '2025-05-01T10:00:00Z', how: 'insurer' } },
  },
  electronicDocuments: defaultChoice(true),
};

const shown = {
  shown: { page: { staticQueries: { site: { company: {} } } }, location: {} },
  links: { newTabPaths: [] },
} as never;
const icelandicTexts = createTranslator('is', { ...shell, ...portal });
const englishTexts = createTranslator('en', { ...shellEnglish, ...english });

let root: Root;
let page: HTMLElement;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
  send.mockReset();
  answer.data = communication;
  Object.assign(reader, { role: 'Admin', via: 'self' });
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const show = (t: typeof icelandicTexts | typeof englishTexts) =>
  act(async () =>
    root.render(
      <TextsContext value={t}>
        <ShownContext value={shown}>
          <CommunicationScreen />
        </ShownContext>
      </TextsContext>,
    ),
  );
const checkbox = (name: string) => {
  const element = page.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  if (!element) throw new Error(`no checkbox ${name}`);
  return element;
};

test.each([
  [
    icelandicTexts,
    /Afþakkað 2\.\snóvember 2026 á Mínum síðum/,
    /Samþykkt 1\.\snóvember 2026 af þeim/,
    /Samþykkt 1\.\smaí 2025, skráð hjá okkur/,
  ],
  [
    englishTexts,
    /Declined on 2\sNovember 2026 on My pages/,
    /Accepted on 1\sNovember 2026 by an admin/,
    /Accepted on 1\sMay 2025, recorded by us/,
  ],
])(
  'PORT-21: each choice shows when and how it was made, and legal notices are not included',
  async (t, ...origins) => {
    await show(t);
    expect(page.querySelectorAll('input[type=checkbox]')).toHaveLength(16);
    expect(checkbox('topics.claims.email').checked).toBe(false);
    expect(checkbox('topics.preventionTips.email').checked).toBe(true);
    for (const origin of origins) expect(page.textContent).toMatch(origin);
    expect(page.textContent).toContain(t('communication|legal'));
  },
);

test('PORT-21: a box says when it was chosen, and nothing where nothing was chosen or while it is being changed', async () => {
  await show(icelandicTexts);
  const said = (name: string) =>
    document.getElementById(checkbox(name).getAttribute('aria-describedby') ?? '')?.textContent ?? '';
  expect(page.textContent).toContain('Þar sem ekkert hefur verið valið');
  for (const name of ['topics.invoices.email', 'topics.invoices.sms', 'electronicDocuments'])
    expect(said(name)).toBe('');
  expect(said('topics.claims.email')).toMatch(/^Afþakkað 2/);
  await act(async () => checkbox('topics.claims.email').click());
  expect(said('topics.claims.email')).toBe('');
  await act(async () => checkbox('topics.claims.email').click());
  expect(said('topics.claims.email')).toMatch(/^Afþakkað 2/);
});

test('PORT-21: a changed choice is sent together with the unchanged ones', async () => {
  send.mockResolvedValue(communication);
  await show(icelandicTexts);
  await act(async () => checkbox('topics.offers.post').click());
  await act(async () => {
    page.querySelector('form')?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  });
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  const emailOnly = { email: true, sms: false, post: false };
  const noChannels = { email: false, sms: false, post: false };
  expect(send).toHaveBeenCalledWith({
    body: {
      topics: {
        invoices: emailOnly,
        renewals: emailOnly,
        claims: noChannels,
        preventionTips: emailOnly,
        offers: { ...noChannels, sms: true, post: true },
      },
      electronicDocuments: true,
    },
  });
});

test.each(['delegate', 'staff'])('PORT-21: a read-only %s sees the choices', async (relation) => {
  Object.assign(reader, { role: 'Readonly', via: relation });
  await show(icelandicTexts);
  expect(page.querySelectorAll('input, button')).toHaveLength(0);
  expect(page.querySelectorAll('dd')).toHaveLength(16);
  expect(page.textContent).toMatch(/Nei \(Afþakkað 2/);
  expect(page.querySelector('dd')?.textContent).toBe('Já');
});
