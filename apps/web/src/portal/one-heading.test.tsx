// @vitest-environment happy-dom
import { createTranslator } from '@hofn/texts';
import { claimForm } from '@hofn/texts/catalogue/is/claim-form.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { staff } from '@hofn/texts/catalogue/is/staff.ts';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../engine/texts.ts';
import { CaseScreen } from '../staff/queue/CaseScreen.tsx';
import { ClaimScreen } from './claims/ClaimScreen.tsx';
import { FileClaim } from './claims/filing/FileClaim.tsx';
import { DocumentScreen } from './documents/DocumentScreen.tsx';
import { DownloadScreen } from './documents/DownloadScreen.tsx';
import { OfferScreen } from './offers/OfferScreen.tsx';
import { PolicyScreen } from './policies/PolicyScreen.tsx';
import { SignDocument } from './signing/SignDocument.tsx';
import {
  caseOf,
  claimOf,
  documentOf,
  draftOf,
  offerOf,
  policyOf,
  signableOf,
} from './testing/detail-answers.ts';

const { answers } = vi.hoisted(() => ({ answers: new Map<string, object>() }));
vi.mock('../engine/index.ts', async () => ({
  ...(await import('../engine/texts.ts')),
  useStaticQuery: () => ({ company: { phone: '514 1000', phoneHref: 'tel:+3545141000' } }),
  navigate: async () => {},
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}));
vi.mock('../session/index.ts', () => {
  const file = { state: 'loading' };
  return {
    useCall: (_path: string, { params }: { params?: { id?: string; token?: string } } = {}) => {
      const answer = answers.get(params?.id ?? params?.token ?? '');
      return answer ?? { state: 'loading' };
    },
    usePost: () => ({ state: 'idle', send: async () => {}, reset: () => {} }),
    useUser: () => ({ data: undefined }),
    useApi: () => ({ get: async () => ({}) }),
    useRefetch: () => () => {},
    useChangeAnswer: () => () => {},
    useDownload: () => ({ busy: undefined, error: undefined, download: () => {} }),
    useFileContent: () => file,
  };
});

let root: Root;
const t = createTranslator('is', { ...shell, ...staff, ...portal });

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  answers.clear();
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

type Case = { name: string; screen: (id: string) => ReactNode; data: object; heading: string };
const cases: Case[] = [
  { name: 'policy', screen: (id) => <PolicyScreen id={id} />, data: policyOf('1'), heading: 'Kaskó 1' },
  { name: 'claim', screen: (id) => <ClaimScreen id={id} />, data: claimOf('1'), heading: 'Tjón 1' },
  {
    name: 'document',
    screen: (id) => <DocumentScreen id={id} />,
    data: documentOf('1'),
    heading: 'Skírteini 1',
  },
  {
    name: 'download',
    screen: (id) => <DownloadScreen id={id} />,
    data: documentOf('1'),
    heading: 'Skírteini 1',
  },
  { name: 'offer', screen: (id) => <OfferScreen id={id} />, data: offerOf('1'), heading: 'Tilboð 1' },
  {
    name: 'document to sign',
    screen: (id) => <SignDocument id={id} />,
    data: signableOf('1'),
    heading: 'Skírteini 1',
  },
  {
    name: 'staff case',
    screen: (id) => <CaseScreen id={id} />,
    data: caseOf('1'),
    heading: 'Skilaboð á Mínum síðum: Nafnlaust',
  },
  {
    name: 'claim draft',
    screen: (token) => <FileClaim token={token} />,
    data: draftOf('1'),
    heading: claimForm.claimForm.step2,
  },
];

const render = (screen: ReactNode) =>
  act(async () => root.render(<TextsContext value={t}>{screen}</TextsContext>));
const headings = () => [...document.querySelectorAll('h1')].map(({ textContent }) => textContent);

test.each(cases)('HOLD-18, $name: the heading keeps focus when the data arrives', async (testCase) => {
  const { screen, data, heading } = testCase;
  await render(screen('1'));
  const before = document.querySelector('h1');
  expect(headings()).toHaveLength(1);
  before?.focus();
  answers.set('1', { state: 'ready', data });
  // Pass a new element to force a re-render.
  await render(screen('1'));
  await vi.waitFor(() => expect(headings()).toEqual([heading]));
  expect(document.querySelector('h1')).toBe(before);
  expect(document.activeElement).toBe(before);
});

test('HOLD-18: the heading keeps focus when the document turns out to be signed already', async () => {
  await render(<SignDocument id="1" />);
  const before = document.querySelector('h1');
  before?.focus();
  answers.set('1', { state: 'error', error: { errorCode: 'documentAlreadySigned' }, retry: () => {} });
  await render(<SignDocument id="1" />);
  expect(document.body.textContent).toContain(t('signing|alreadySigned'));
  expect(document.activeElement).toBe(before);
});
