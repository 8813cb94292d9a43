// @vitest-environment happy-dom
import type { PolicySummary } from '@hofn/contracts';
import { createTranslator, type Language } from '@hofn/texts';
import { portal as portalEn } from '@hofn/texts/catalogue/en/portal.ts';
import { shell as shellEn } from '@hofn/texts/catalogue/en/shell.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../../engine/texts.ts';
import { policyOf } from '../testing/detail-answers.ts';
import { noFilter } from './find-policies.ts';
import { PolicyList } from './PolicyList.tsx';

const { user } = vi.hoisted(() => ({ user: { currentProxyUser: { via: 'self' } } }));
vi.mock('../../session/index.ts', () => ({ useUser: () => ({ state: 'ready', data: user }) }));
vi.mock('../../engine/index.ts', async () => ({
  ...(await import('../../engine/texts.ts')),
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}));
vi.mock('../../forms/SendByEmail.tsx', () => ({ SendableListActions: () => null }));

let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const texts = {
  is: createTranslator('is', { ...shell, ...portal }),
  en: createTranslator('en', { ...shellEn, ...portalEn }),
};
const list = { filter: noFilter, setFields: () => {}, clear: () => {}, activeCount: 0 };
const show = async (language: Language, policies: PolicySummary[], ended: PolicySummary[]) => {
  await act(async () =>
    root.render(
      <TextsContext value={texts[language]}>
        <PolicyList
          groups={[{ group: 'vehicles', premiumPerYear: 1000, policies }]}
          ended={ended}
          list={list}
          send={{ state: 'idle', send: () => {}, reset: () => {} }}
        />
      </TextsContext>,
    ),
  );
  return [...document.querySelectorAll('section')].map(
    ({ textContent }) => textContent?.replaceAll('\u00a0', ' ') ?? '',
  );
};
const policy = (changes: Partial<PolicySummary>): PolicySummary => ({
  ...policyOf('1'),
  validTo: '2026-12-31',
  ...changes,
});

test('LIFE-1: only the holder reads that they asked for it themselves', async () => {
  const planned = { kind: 'cancel', lastDay: '2026-12-31', isRequested: true } as const;
  user.currentProxyUser.via = 'delegate';
  const [list] = await show('is', [policy({ status: 'cancelled', planned })], []);
  user.currentProxyUser.via = 'self';
  expect(list).toContain('Tryggingin gildir til og með 31. desember 2026. Henni var sagt upp.');
});

test('LIFE-1: policies that were cancelled are under a heading of their own, with the last day of cover', async () => {
  const planned = { kind: 'cancel', lastDay: '2026-12-31', isRequested: false } as const;
  const cancelled = policy({
    ...{ id: '2', name: 'Brunatrygging', status: 'cancelled', since: '2026-11-12', planned },
  });
  const [counted, ended] = await show('is', [policy({})], [cancelled]);
  expect(counted).not.toContain('Brunatrygging');
  expect(ended).toContain('Sagt upp eða úr gildi');
  expect(ended).toContain('teljast ekki með');
  expect(ended).toContain('Tryggingin gildir til og með 31. desember 2026. Henni var sagt upp.');
});

test.each([
  ['is', { renewsOn: '2027-01-01' }, 'Gildir til og með 31. desember 2026 og endurnýjast sjálfkrafa'],
  ['en', {}, 'Cover runs until the end of 31 December 2026. The policy does not renew automatically.'],
  [
    'en',
    { status: 'renewing', renewsOn: '2027-01-01' },
    'Cover applies. The period ends on 31 December 2026',
  ],
  ['is', { status: 'pending', inForce: false, validFrom: '2026-12-01' }, 'Verndin hefst 1. desember 2026.'],
  [
    'is',
    { status: 'suspended', inForce: false, since: '2026-10-09' },
    'Ökutækið hefur verið úr umferð frá 9. október 2026 og tryggingin bætir ekki tjón í akstri',
  ],
  [
    'en',
    { status: 'suspended', inForce: false, since: '2026-10-09', group: 'home' },
    'This policy has been suspended since 9 October 2026 and does not cover losses meanwhile.',
  ],
  ['is', { status: 'lapsed', inForce: false, since: '2026-10-09' }, 'Verndin féll niður 9. október 2026'],
  ['en', { status: 'expired', inForce: false }, 'The period ended on 31 December 2026'],
  [
    'is',
    { status: 'cancelled', inForce: false, since: '2026-10-09' },
    'sagt upp og verndinni lauk 31. desember 2026',
  ],
  [
    'en',
    { status: 'cancelled', inForce: false, since: '2026-10-09', validFrom: '2026-10-10' },
    'cancelled before it started',
  ],
  [
    'is',
    { status: 'cancelled', planned: { kind: 'cancel', lastDay: '2026-12-31', isRequested: true } },
    'Tryggingin gildir til og með 31. desember 2026. Þú sagðir henni upp.',
  ],
  [
    'en',
    { status: 'cancelled', planned: { kind: 'cancel', lastDay: '2026-12-31', isRequested: true } },
    'Cover runs until the end of 31 December 2026. You have cancelled this policy.',
  ],
  [
    'is',
    { status: 'cancelled', planned: { kind: 'withdraw', lastDay: '2026-12-31', isRequested: true } },
    'til og með 31. desember 2026. Þú féllst frá samningnum. Hafðu samband fyrir þann tíma ef þú vilt halda henni.',
  ],
  [
    'is',
    { planned: { kind: 'suspend', lastDay: '2026-11-30', isRequested: true } },
    'til og með 30. nóvember 2026. Frá 1. desember 2026 er hún í biðstöðu og ökutækinu má ekki aka.',
  ],
  [
    'en',
    { group: 'home', planned: { kind: 'suspend', lastDay: '2026-12-31', isRequested: false } },
    'until the end of 31 December 2026. From 1 January 2027 this policy is suspended',
  ],
] as const)('LIFE-1: a list says what a status means (%s %j)', async (language, changes, sentence) => {
  expect((await show(language, [policy(changes)], []))[0]).toContain(sentence);
});

test.each([
  ['lapsed', false],
  ['expired', false],
  ['suspended', true],
  ['cancelled', true],
] as const)(
  'LIFE-40: premium and deductible are listed of a policy that has or will have cover (%s)',
  async (status, isListed) => {
    const inForce = status === 'cancelled';
    const [, row] = await show(
      'is',
      [policy({ id: '2' })],
      [policy({ status, inForce, since: '2026-10-09', deductible: 90_000, premiumPerYear: 64_000 })],
    );
    expect([row?.includes('64.000 kr.'), row?.includes('eigin áhætta 90.000 kr.')]).toEqual([
      isListed,
      isListed,
    ]);
  },
);
