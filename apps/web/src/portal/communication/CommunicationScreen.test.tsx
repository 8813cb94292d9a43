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
  useSend: () => ({ send, state: 'idle', error: undefined }),
  useRefresh: () => () => {},
  useUser: () => ({ data: { currentProxyUser: reader } }),
}));

const unchosen = (given: boolean) => ({ given, at: null, how: 'default' as const });
const service = { email: unchosen(true), sms: unchosen(false), post: unchosen(false) };
const marketing = { ...service, email: unchosen(false) };
const known: Communication = {
  topics: {
    invoices: service,
    renewals: service,
    claims: { ...service, email: { given: false, at: '2026-11-02T10:00:00Z', how: 'self' } },
    preventionTips: { ...marketing, email: { given: true, at: '2026-11-01T10:00:00Z', how: 'delegate' } },
    offers: marketing,
  },
  electronicDocuments: unchosen(true),
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
  answer.data = known;
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
      <TextsContext value={t as never}>
        <ShownContext value={shown}>
          <CommunicationScreen />
        </ShownContext>
      </TextsContext>,
    ),
  );
const box = (name: string) => {
  const found = page.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  if (!found) throw new Error(`no checkbox ${name}`);
  return found;
};

test.each([
  [icelandicTexts, /Afþakkað 2\.\snóvember 2026 á Mínum síðum/, /Samþykkt 1\.\snóvember 2026 af þeim/],
  [englishTexts, /Declined on 2\sNovember 2026 on My pages/, /Accepted on 1\sNovember 2026 by an admin/],
])(
  'PORT-21: each choice stands with when and how it was made, and legal notices are not among them',
  async (t, own, others) => {
    await show(t);
    expect(page.querySelectorAll('input[type=checkbox]')).toHaveLength(16);
    expect(box('topics.claims.email').checked).toBe(false);
    expect(box('topics.preventionTips.email').checked).toBe(true);
    expect(page.textContent).toMatch(own);
    expect(page.textContent).toMatch(others);
    expect(page.textContent).toContain(t('communication|legal'));
  },
);

test('PORT-21: what is ticked is sent with the rest as it was', async () => {
  send.mockResolvedValue(known);
  await show(icelandicTexts);
  await act(async () => box('topics.offers.sms').click());
  await act(async () => {
    page.querySelector('form')?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  });
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  const on = { email: true, sms: false, post: false };
  const off = { email: false, sms: false, post: false };
  expect(send).toHaveBeenCalledWith({
    body: {
      topics: { invoices: on, renewals: on, claims: off, preventionTips: on, offers: { ...off, sms: true } },
      electronicDocuments: true,
    },
  });
});

test.each(['delegate', 'staff'])('PORT-21: a %s who may not choose reads what was chosen', async (via) => {
  Object.assign(reader, { role: 'Readonly', via });
  await show(icelandicTexts);
  expect(page.querySelectorAll('input, button')).toHaveLength(0);
  expect(page.querySelectorAll('dd')).toHaveLength(16);
  expect(page.textContent).toMatch(/Nei \(Afþakkað 2/);
});
