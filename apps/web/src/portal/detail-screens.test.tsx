// @vitest-environment happy-dom
// Behaviour shared by the detail screens: the document title, and no state carried over to the next record.
import type { RequestStatus } from '@hofn/contracts';
import { createTranslator } from '@hofn/texts';
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { pageTitle } from '@hofn/texts/page-title.ts';
import { act, type ComponentType } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../engine/texts.ts';
import { DocumentScreen } from './documents/DocumentScreen.tsx';
import { OfferScreen } from './offers/OfferScreen.tsx';
import { PolicyScreen } from './policies/PolicyScreen.tsx';
import { SignDocument } from './signing/SignDocument.tsx';
import { documentOf, offerOf, policyOf, signableOf } from './testing/detail-answers.ts';

const { things: records, post } = vi.hoisted(() => ({ things: new Map<string, object>(), post: vi.fn() }));
vi.mock('../engine/index.ts', async () => ({
  ...(await import('../engine/texts.ts')),
  useStaticQuery: () => ({ company: { phone: '514 1000', phoneHref: 'tel:+3545141000' } }),
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}));
vi.mock('../session/index.ts', async () => {
  const { usePostWith } = await import('../session/use-post-with.ts');
  const file = { state: 'ready', data: { name: 'skjal.pdf', content: new Blob() } };
  return {
    useCall: (_path: string, { params }: { params: { id: string } }) => ({
      state: 'ready',
      data: records.get(params.id),
    }),
    useChangeAnswer: () => () => {},
    usePost: (path: '/api/policy/v2/sendpolicy') => usePostWith({ post }, path),
    useUser: () => ({ data: { currentProxyUser: { via: 'self', role: 'Admin', fullName: '' } } }),
    useRefetch: () => () => {},
    useDownload: () => ({ busy: undefined, error: undefined, download: () => {} }),
    useFileContent: () => file,
  };
});

let root: Root;
const t = createTranslator('is', { ...errors, ...shell, ...portal });

const button = (name: string) =>
  [...document.querySelectorAll('button')].findLast(({ textContent }) => textContent === name);
const press = (name: string) => act(async () => button(name)?.click());
const choose = (value: string) =>
  act(async () => document.querySelector<HTMLInputElement>(`input[value="${value}"]`)?.click());

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  records.clear();
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

type Case = {
  name: string;
  Screen: ComponentType<{ id: string }>;
  recordOf: (id: string) => { id: string; name?: string; title?: string };
  /** User interaction with the first record. */
  interact: () => Promise<void>;
  /** Whether the page shows the effect of the interaction. */
  isChanged: () => unknown;
};
const cases: Case[] = [
  {
    name: 'policy',
    Screen: PolicyScreen,
    recordOf: policyOf,
    interact: async () => {
      post.mockRejectedValue(new TypeError('Failed to fetch'));
      await press(t('policy|send'));
    },
    isChanged: () => document.body.textContent?.includes(t('sendByEmail|failed')),
  },
  {
    name: 'offer',
    Screen: OfferScreen,
    recordOf: offerOf,
    interact: async () => {
      post.mockRejectedValue(new TypeError('Failed to fetch'));
      await press(t('offers|decline'));
      await press(t('offers|decline'));
    },
    isChanged: () => document.body.textContent?.includes(t('offers|failed')),
  },
  {
    name: 'document',
    Screen: DocumentScreen,
    recordOf: documentOf,
    interact: () => choose('en'),
    isChanged: () => document.querySelector<HTMLInputElement>('input[value=en]')?.checked,
  },
  {
    name: 'document to sign',
    Screen: SignDocument,
    recordOf: signableOf,
    interact: () => choose('app'),
    isChanged: () => document.querySelector<HTMLInputElement>('input[value=app]')?.checked,
  },
];

test.each(cases)(
  'PORT-18: the $name sets the document title, and its state is not carried over to the next one',
  async ({ Screen, recordOf, interact, isChanged }) => {
    const show = async (id: string) => {
      const record = recordOf(id);
      records.set(id, record);
      await act(async () =>
        root.render(
          <TextsContext value={t}>
            <Screen id={id} />
          </TextsContext>,
        ),
      );
      expect(document.title).toBe(pageTitle('is', record.name ?? record.title));
      expect(document.querySelector('h1')?.textContent).toContain(record.name ?? record.title);
    };
    await show('1');
    expect(isChanged()).toBe(false);
    await interact();
    await vi.waitFor(() => expect(isChanged()).toBe(true));
    await show('2');
    expect(isChanged()).toBe(false);
  },
);

test.each([
  ['waiting', true],
  ['expired', false],
  ['unsignable', false],
] as const)(
  'HOLD-25: whether a document that is %s is offered for signature: %s',
  async (state, isOffered) => {
    records.set('1', { ...signableOf('1'), state });
    await act(async () =>
      root.render(
        <TextsContext value={t}>
          <SignDocument id="1" />
        </TextsContext>,
      ),
    );
    expect(button(t('signing|start')) !== undefined).toBe(isOffered);
    expect(document.body.textContent?.includes(t('signing|unsignableText'))).toBe(state === 'unsignable');
  },
);

test('HOLD-18: the answer to an offer is announced by an existing status region', async () => {
  const show = async (state: 'pending' | 'accepted') => {
    records.set('1', { ...offerOf('1'), state });
    await act(async () =>
      root.render(
        <TextsContext value={t}>
          <OfferScreen id="1" />
        </TextsContext>,
      ),
    );
  };
  const regions = () => [...document.querySelectorAll('[role=status]')];
  await show('pending');
  const before = regions();
  await show('accepted');
  const [region] = regions().filter(({ textContent }) => textContent);
  expect(region?.textContent).toContain(t('offers|accepted'));
  expect(before).toContain(region);
});

test.each([
  ['refused', 'Trygging ekki gefin út'],
  ['accepted', 'Trygging gefin út'],
  ['moreInformation', 'Beðið eftir upplýsingum'],
  ['open', 'Samþykkt'],
] as const)('CORE-10: the page of an accepted offer is tagged with its outcome: %s', async (state, tag) => {
  const request = {
    id: 'r1',
    kind: 'offer',
    state,
    requestedAt: '2026-11-20T12:00:00Z',
    settledAt: null,
    effectiveOn: '2026-12-01',
    premiumPerYear: null,
    text: 'Utan við skilmála.',
    policy: null,
    messages: [],
    facts: [],
    retractable: false,
  } satisfies RequestStatus;
  records.set('1', { ...offerOf('1'), state: 'accepted', request });
  await act(async () =>
    root.render(
      <TextsContext value={t}>
        <OfferScreen id="1" />
      </TextsContext>,
    ),
  );
  expect(document.querySelector('[class*=tag]')?.textContent).toBe(tag);
});
