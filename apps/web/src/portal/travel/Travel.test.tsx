// @vitest-environment happy-dom
import type { ShownTravelCard } from '@hofn/contracts';
import { createTranslator } from '@hofn/texts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { act, type ComponentType } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../../engine/texts.ts';
import { Benefits } from '../benefits/Benefits.tsx';
import { Travel } from './Travel.tsx';

const mocks = vi.hoisted(() => ({
  via: 'self',
  cards: [] as object[],
  confirmation: { statements: [], checkCode: '', issuedOn: '2026-11-23' },
  send: vi.fn(),
  download: vi.fn(),
}));
vi.mock('../../session/index.ts', () => ({
  useUser: () => ({
    data: { currentProxyUser: { fullName: 'Jón Jónsson', via: mocks.via, isCompany: false, role: 'Full' } },
  }),
  useCall: (path: string) => ({
    state: 'ready',
    data: path.endsWith('benefits')
      ? { tier: null, items: [] }
      : path.endsWith('travelcard2')
        ? mocks.confirmation
        : { cards: mocks.cards, issuedAt: '2026-11-23T10:00:00Z' },
    retry: () => {},
  }),
  usePost: () => ({ send: mocks.send, state: 'idle', reset: () => {} }),
  useDownload: () => ({ download: mocks.download }),
  useApi: () => ({}),
}));
vi.mock('../../engine/index.ts', async () => ({
  ...(await import('../../engine/texts.ts')),
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
  useStaticQuery: () => ({ company: {} }),
}));

const card: ShownTravelCard = {
  policyId: 'reference',
  isOwn: false,
  number: '2077131',
  name: 'Ferðatrygging',
  holder: 'Guðrún Helga Ólafsdóttir',
  travellers: [
    { name: 'Guðrún Helga Ólafsdóttir', ssn: null, birthDate: '1975-03-12' },
    { name: 'Jón Jónsson', ssn: '0308731499', birthDate: '1973-08-03' },
  ],
  validFrom: '2026-01-15',
  validTo: '2027-01-14',
  area: 'Um allan heim',
  longestTripDays: 92,
  medicalSum: 25_000_000,
  covers: [],
  emergencyPhone: '+45 0000 0112',
  checkCode: 'ABCD-EFGH-JKMN-PQRS',
  checkUrl: 'http://localhost/#ABCD-EFGH-JKMN-PQRS',
  mayLapseOn: null,
};

let root: Root;
const t = createTranslator('is', { ...shell, ...portal });
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  mocks.send.mockReset();
  mocks.download.mockReset();
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});
const show = async (Screen: ComponentType, cards: ShownTravelCard[], via = 'self') => {
  Object.assign(mocks, { cards, via });
  await act(async () =>
    root.render(
      <TextsContext value={t}>
        <Screen />
      </TextsContext>,
    ),
  );
  return document.body.textContent ?? '';
};

test('LIFE-10: the insured reads whose policy it is, on the travel screen and among the benefits', async () => {
  const said = t('travel|takenBy', { holder: card.holder });
  const shown = await show(Travel, [card]);
  expect(shown).toContain(said);
  expect(shown).toContain(t('travel|holder'));
  expect(shown).not.toContain(t('travel|emptyTitle'));
  expect(await show(Benefits, [card])).toContain(said);
  expect(document.querySelector('a')?.textContent).toBe(t('travel|cardTitle'));
  expect(await show(Benefits, [{ ...card, isOwn: true }])).not.toContain(card.holder);
});

test('LIFE-10: a delegate reads who is insured, and a policyholder nothing about themselves', async () => {
  expect(await show(Travel, [card], 'delegate')).toContain(
    t('travel|takenByFor', { holder: card.holder, name: 'Jón Jónsson' }),
  );
  const own = await show(Travel, [{ ...card, isOwn: true }]);
  expect(own).not.toContain(t('travel|holder'));
  expect(await show(Travel, [])).toContain(t('travel|emptyTitle'));
});

test('LIFE-40: an overdue payment that may end the policy is said beside the card, without its amount', async () => {
  const overdue = t('policy|overdue');
  expect(await show(Travel, [{ ...card, isOwn: true }])).not.toContain(overdue);
  expect(await show(Travel, [{ ...card, isOwn: true, mayLapseOn: '2099-11-29' }])).toContain(
    `${overdue}. Verði ekki greitt fyrir 29.\u00a0nóvember 2099 getur tryggingin fallið úr gildi`,
  );
  expect(document.querySelector('a[href*="greidsl"]')).not.toBeNull();
  const others = await show(Travel, [{ ...card, mayLapseOn: '2026-01-01' }]);
  expect(others).toContain(t('travel|overdueOf', { holder: card.holder }));
  expect(others).toContain(t('travel|mayLapse'));
  expect(document.querySelector('a[href*="greidsl"]')).toBeNull();
});

const press = (label: string, at = 0) =>
  act(async () => {
    const found = [...document.querySelectorAll('button')].filter(({ textContent }) => textContent === label);
    found[at]?.click();
  });
const choose = (language: string, at = 0) =>
  act(async () => document.querySelectorAll<HTMLInputElement>(`input[value=${language}]`)[at]?.click());

test('PORT-6: the travel card is downloaded and sent in the language that the customer chooses', async () => {
  await show(Travel, [card]);
  await press(t('documents|download'));
  expect(mocks.download).toHaveBeenLastCalledWith('card', expect.anything(), {
    query: { policy: card.policyId },
    language: 'is',
  });
  await choose('en');
  await press(t('documents|download'));
  expect(mocks.download.mock.lastCall?.[2]).toMatchObject({ language: 'en' });
  await press(t('travel|send'));
  expect(mocks.send).toHaveBeenLastCalledWith({ body: { policy: card.policyId }, language: 'en' });
});

test('PORT-6: so is the confirmation for a visa, with a choice of its own', async () => {
  await show(Travel, [card]);
  for (const [index, part] of ['1', '12', '2026', '9', '12', '2026'].entries()) {
    const field = document.querySelectorAll<HTMLInputElement>('form input[type=text]')[index];
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, part);
      field?.dispatchEvent(new Event('input', { bubbles: true }));
    });
  }
  await press(t('travel|visaShow'));
  await choose('en', 1);
  await press(t('documents|download'));
  expect(mocks.download.mock.lastCall?.[2]).toMatchObject({ language: 'is' });
  await press(t('documents|download'), 1);
  expect(mocks.download.mock.lastCall).toMatchObject(['visa', expect.anything(), { language: 'en' }]);
  await press(t('travel|visaSend'));
  expect(mocks.send).toHaveBeenLastCalledWith(expect.objectContaining({ language: 'en' }));
});
