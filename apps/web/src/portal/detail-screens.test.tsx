// @vitest-environment happy-dom
// What the screens of one thing have in common: the title of the document, and nothing carried over to the next thing.
import { createTranslator } from '@hofn/texts';
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { pageTitle } from '@hofn/texts/title.ts';
import { act, type ComponentType } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../engine/texts.ts';
import { DocumentScreen } from './documents/DocumentScreen.tsx';
import { OfferScreen } from './offers/OfferScreen.tsx';
import { PolicyScreen } from './policies/PolicyScreen.tsx';
import { SignDocument } from './signing/SignDocument.tsx';
import { documentOf, offerOf, policyOf, signableOf } from './testing/detail-answers.ts';

const { things, post } = vi.hoisted(() => ({ things: new Map<string, object>(), post: vi.fn() }));
vi.mock('../engine/index.ts', async () => ({
  ...(await import('../engine/texts.ts')),
  useStaticQuery: () => ({ company: { phone: '514 1000', phoneHref: 'tel:+3545141000' } }),
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}));
vi.mock('../session/index.ts', async () => {
  const { useSendBy } = await import('../session/use-send-by.ts');
  const file = { state: 'ready', data: { name: 'skjal.pdf', content: new Blob() } };
  return {
    useCall: (_path: string, { params }: { params: { id: string } }) => ({
      state: 'ready',
      data: things.get(params.id),
    }),
    useSend: (path: '/api/policy/v2/sendpolicy') => useSendBy({ post }, path),
    useUser: () => ({ data: undefined }),
    useRefresh: () => () => {},
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
  things.clear();
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
  thing: (id: string) => { id: string; name?: string; title?: string };
  /** What the reader does with the first thing. */
  change: () => Promise<void>;
  /** What shows that it was done. */
  changed: () => unknown;
};
const cases: Case[] = [
  {
    name: 'policy',
    Screen: PolicyScreen,
    thing: policyOf,
    change: async () => {
      post.mockRejectedValue(new TypeError('Failed to fetch'));
      await press(t('policy|send'));
    },
    changed: () => document.body.textContent?.includes(t('sendByEmail|failed')),
  },
  {
    name: 'offer',
    Screen: OfferScreen,
    thing: offerOf,
    change: async () => {
      post.mockRejectedValue(new TypeError('Failed to fetch'));
      await press(t('offers|decline'));
      await press(t('offers|decline'));
    },
    changed: () => document.body.textContent?.includes(t('offers|failed')),
  },
  {
    name: 'document',
    Screen: DocumentScreen,
    thing: documentOf,
    change: () => choose('en'),
    changed: () => document.querySelector<HTMLInputElement>('input[value=en]')?.checked,
  },
  {
    name: 'document to sign',
    Screen: SignDocument,
    thing: signableOf,
    change: () => choose('app'),
    changed: () => document.querySelector<HTMLInputElement>('input[value=app]')?.checked,
  },
];

test.each(cases)(
  'PORT-18: the document is called by its $name, and what was done with one is not carried over to the next',
  async ({ Screen, thing, change, changed }) => {
    const show = async (id: string) => {
      const shown = thing(id);
      things.set(id, shown);
      await act(async () =>
        root.render(
          <TextsContext value={t as never}>
            <Screen id={id} />
          </TextsContext>,
        ),
      );
      expect(document.title).toBe(pageTitle('is', shown.name ?? shown.title));
      expect(document.querySelector('h1')?.textContent).toContain(shown.name ?? shown.title);
    };
    await show('1');
    expect(changed()).toBe(false);
    await change();
    await vi.waitFor(() => expect(changed()).toBe(true));
    await show('2');
    expect(changed()).toBe(false);
  },
);

test('HOLD-18: the answer to an offer is announced by a region that was there before it', async () => {
  const show = async (state: 'pending' | 'accepted') => {
    things.set('1', { ...offerOf('1'), state });
    await act(async () =>
      root.render(
        <TextsContext value={t as never}>
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
