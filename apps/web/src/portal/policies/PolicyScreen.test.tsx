// @vitest-environment happy-dom
import type { Policy, PolicyOptions } from '@hofn/contracts';
import { createTranslator, type Language } from '@hofn/texts';
import { errors as errorsEn } from '@hofn/texts/catalogue/en/errors.ts';
import { portal as portalEn } from '@hofn/texts/catalogue/en/portal.ts';
import { shell as shellEn } from '@hofn/texts/catalogue/en/shell.ts';
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../../engine/texts.ts';
import { policyOf } from '../testing/detail-answers.ts';
import { policyIn } from './about-policy.ts';
import { PolicyScreen } from './PolicyScreen.tsx';

type Shown = Policy & PolicyOptions;
const { shown } = vi.hoisted(() => ({ shown: { policy: {} as object, role: 'Full' } }));
vi.mock('../../engine/index.ts', async () => ({
  ...(await import('../../engine/texts.ts')),
  useStaticQuery: () => ({ company: { phone: '514 1000', phoneHref: 'tel:+3545141000' } }),
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}));
vi.mock('../../session/index.ts', () => ({
  useCall: () => ({ state: 'ready', data: shown.policy, retry: () => {} }),
  usePost: () => ({ send: async () => undefined, reset: () => {}, state: 'idle' }),
  useRefetch: () => () => {},
  useUser: () => ({ state: 'ready', data: { currentProxyUser: { role: shown.role, via: 'self' } } }),
}));

let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.body.appendChild(document.createElement('div')));
  shown.role = 'Full';
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const texts = {
  is: createTranslator('is', { ...errors, ...shell, ...portal }),
  en: createTranslator('en', { ...errorsEn, ...shellEn, ...portalEn }),
};
/** Opens the page of a policy. @returns its text */
const open = async (language: Language, changes: Partial<Shown>) => {
  shown.policy = { ...policyOf('1'), ...changes };
  await act(async () =>
    root.render(
      <TextsContext value={texts[language] as never}>
        <PolicyScreen id="1" />
      </TextsContext>,
    ),
  );
  return document.body.textContent?.replaceAll('\u00a0', ' ') ?? '';
};
const linkTo = (name: string) =>
  [...document.querySelectorAll('a')]
    .find(({ textContent }) => textContent?.includes(name))
    ?.getAttribute('href');

test('LIFE-2: a claim and a question are started from the policy, which is chosen in their forms', async () => {
  await open('is', {});
  const claim = linkTo('Tilkynna tjón') ?? '';
  expect(claim).toBe('/vidskipti/tjonayfirlit/tilkynna?policy=1');
  expect(policyIn({ search: claim.slice(claim.indexOf('?')) })).toBe('1');
  expect(linkTo('Spyrja um trygginguna')).toBe('/vidskipti/rafraen-skjol/senda-skjal?policy=1');
});

test('LIFE-2: with read-only access there is nothing to start', async () => {
  shown.role = 'Readonly';
  await open('is', {
    addable: [{ cover: 'x', product: null, name: 'Dánarbætur', description: '', pricePerYear: 1 }],
  });
  expect(linkTo('Tilkynna tjón')).toBeUndefined();
  expect(linkTo('Bæta við')).toBeUndefined();
  expect(document.body.textContent).toContain('Dánarbætur');
});

test.each([
  [29_900, 'Eigin áhætta29.900 kr. í hverju tjóni'],
  [null, 'Eigin áhættaFöst fjárhæð'],
] as const)('LIFE-2: the deductible %s stands right before what is covered', async (deductible, text) => {
  const page = await open('is', { deductible });
  expect(page.indexOf(text)).toBeGreaterThan(0);
  expect(page.indexOf(text)).toBeLessThan(page.indexOf('Tryggingin bætir'));
});

test.each([
  [
    'is',
    'Bílahjálp þrisvar á ári',
    '/tryggingar/bilahjalp',
    'sprungið dekk',
    'líka mótorhjól',
    'Hringja í 560 5000',
  ],
  ['en', 'Roadside', '/en/insurance/roadside-cover', 'flat tyre', 'motorcycles too', 'Call 560 5000'],
] as const)(
  'LIFE-2: what comes with a policy has its page, its phone number and what it covers (%s)',
  async (language, name, path, tyres, motorcycles, call) => {
    const page = await open(language, { benefits: ['roadside'] });
    expect(linkTo(name)).toBe(path);
    expect(page).toContain(tyres);
    expect(page).toContain(motorcycles);
    expect(page).toContain(call);
    expect(document.querySelector('a[href^="tel:"]')?.getAttribute('href')).toBe('tel:+3545605000');
  },
);

test('LIFE-2: covers that the policy lacks have a price to add them, or a way to ask for it', async () => {
  const page = await open('is', {
    certificateId: 'd1',
    addable: [
      {
        cover: null,
        product: 'windscreen',
        name: 'Bílrúðutrygging',
        description: 'Framrúða',
        pricePerYear: 11_680,
      },
      { cover: 'deck', product: null, name: 'Pallur', description: '', pricePerYear: null },
    ],
  });
  expect(page).toContain('BílrúðutryggingFramrúðaBæta við, frá 11.680 kr. á ári');
  expect(page).toContain('PallurFá verð');
  expect(linkTo('Opna skírteinið')).toBe('/vidskipti/rafraen-skjol/d1');
});
