// @vitest-environment happy-dom
import { createTranslator } from '@hofn/texts';
import { claimForm } from '@hofn/texts/catalogue/is/claim-form.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../../../engine/texts.ts';
import { draftOf } from '../../testing/detail-answers.ts';
import { FileClaim } from './FileClaim.tsx';

const { answers, sent, session } = vi.hoisted(() => ({
  answers: {} as Record<string, object>,
  sent: [] as Array<{ path: string; body: object }>,
  session: { subject: {} as object, filing: {} as object },
}));
vi.mock('../../../engine/index.ts', async () => ({
  ...(await import('../../../engine/texts.ts')),
  useStaticQuery: () => ({
    company: { shortName: 'Höfn', phone: '514 1000', phoneHref: 'tel:+3545141000' },
    footer: { openingHours: [{ nafn: 'Neyðaraðstoð', phone: '+45 0000 0112', timi: [] }] },
  }),
  navigate: async () => {},
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}));
vi.mock('../../../session/index.ts', () => ({
  useCall: (path: string) =>
    answers[path] ? { state: 'ready', data: answers[path] } : { state: 'loading', data: undefined },
  usePost: (path: string) => ({
    state: 'idle',
    ...session.filing,
    send: async ({ body }: { body: object }) => void sent.push({ path, body }),
  }),
  useUser: () => ({ state: 'ready', data: { currentProxyUser: session.subject } }),
  useApi: () => ({ get: async () => ({}), download: async () => ({ content: new Blob() }) }),
  useChangeAnswer: () => () => {},
  useRefetch: () => () => {},
}));

const person = { id: 'jon', value: '0303831459', isCompany: false, fullName: 'Jón Jónsson', role: 'Full' };
const company = { ...person, value: '5001141499', isCompany: true, fullName: 'Prófunarfélagið ehf.' };
const t = createTranslator('is', { ...shell, ...portal });

let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  session.subject = { ...person, via: 'self' };
  session.filing = {};
  sent.length = 0;
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});
const open = async (token?: string) => {
  await act(async () =>
    root.render(
      <TextsContext value={t}>
        <FileClaim token={token} />
      </TextsContext>,
    ),
  );
  await vi.waitFor(() => expect(document.querySelector('form, input')).not.toBeNull());
};
const termsOf = () => [...document.querySelectorAll('dt')].map(({ textContent }) => textContent);

test.each([
  [company, { companyName: 'Prófunarfélagið ehf.', companySsn: '500114-1499' }],
  [person, {}],
] as const)(
  'LIFE-14: an accident at work is begun with what is known of the employer',
  async (who, details) => {
    session.subject = { ...who, via: who.isCompany ? 'delegate' : 'self' };
    await open();
    await act(async () => document.querySelector<HTMLInputElement>('input[value=work]')?.click());
    const next = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === claimForm.claimForm.next,
    );
    await act(async () => next?.click());
    expect(sent).toMatchObject([{ path: '/api/claim/v1/drafts', body: { line: 'work' } }]);
    expect(sent[0]?.body).toHaveProperty('form.details', details);
  },
);

test('LIFE-13: the review does not say that no policy is known when one was found', async () => {
  const found = {
    ...{ policyId: null, holder: 'Anna Prófdóttir', number: '1000002', name: 'Heimilistrygging' },
    ...{ insured: null, covers: [], deductible: null, deductibleText: 'Eftir þrepi', isSuspended: false },
    ownShare: { varies: false, percent: null },
  };
  answers['/api/claim/v1/drafts/{token}'] = { ...draftOf('1'), step: 4 };
  answers['/api/claim/v1/covers'] = { items: [found], isComplete: true, isTruncated: false, lapsed: [] };
  await open('1');
  expect(document.body.textContent).toContain('Heimilistrygging, 1000002');
  expect(termsOf()).toContain(claimForm.claimField.line);
  expect(termsOf()).not.toContain(claimForm.claimField.policy);
  await act(async () => root.render(null));
  // Where nothing was found, the answer is reviewed as it was given.
  answers['/api/claim/v1/covers'] = { items: [], isComplete: true, isTruncated: false, lapsed: [] };
  await open('1');
  expect(termsOf()).toContain(claimForm.claimField.policy);
  expect(document.body.textContent).toContain(claimForm.claimField.dontKnow);
});

test('LIFE-11: the emergency number abroad is in the travel claim form from the choice of line on, and in no other', async () => {
  const number = () => document.querySelector('a[href="tel:+4500000112"]')?.textContent;
  await open();
  await act(async () => document.querySelector<HTMLInputElement>('input[value=home]')?.click());
  expect(number()).toBeUndefined();
  await act(async () => document.querySelector<HTMLInputElement>('input[value=travel]')?.click());
  expect(number()).toBe('+45 0000 0112');
  await act(async () => root.render(null));
  const draft = draftOf('1');
  answers['/api/claim/v1/drafts/{token}'] = {
    ...draft,
    line: 'travel',
    form: { ...draft.form, causes: ['illness'] },
    step: 2,
  };
  await open('1');
  expect(number()).toBe('+45 0000 0112');
  expect(document.body.textContent).toContain('+354\u00a0514 1000');
});

test.each([
  ['delegate', true],
  ['self', false],
] as const)(
  'LIFE-13: review and receipt name the customer that the user acts for (%s)',
  async (via, isNamed) => {
    session.subject = { ...person, via };
    answers['/api/claim/v1/drafts/{token}'] = { ...draftOf('1'), step: 4 };
    answers['/api/claim/v1/covers'] = { items: [], isComplete: false, isTruncated: false, lapsed: [] };
    await open('1');
    const names = () => document.body.textContent?.match(/Tilkynnt fyrir:? ?Jón Jónsson/) !== null;
    expect(names()).toBe(isNamed);
    session.filing = { state: 'done', answer: { id: 'c1', reference: 'T-2026-100001' } };
    await act(async () => root.render(null));
    await act(async () =>
      root.render(
        <TextsContext value={t}>
          <FileClaim token="1" />
        </TextsContext>,
      ),
    );
    await vi.waitFor(() => expect(document.body.textContent).toContain('T-2026-100001'));
    expect(names()).toBe(isNamed);
  },
);

test('LIFE-14: a photo added to the draft on a phone appears in the draft that is open on a computer', async () => {
  const photo = { id: 'p1', name: 'framhlid.jpg', sender: 'Jón Jónsson', bytes: 1000, received: 1000 };
  const stored = {
    ...photo,
    state: 'clean',
    reason: null,
    type: 'image/jpeg',
    addedAt: '2026-11-23T10:00:00Z',
  };
  const draft = { ...draftOf('1'), step: 3 };
  answers['/api/claim/v1/drafts/{token}'] = draft;
  await open('1');
  expect(document.body.textContent).not.toContain('framhlid.jpg');
  // Read again, as when the window gets the focus.
  answers['/api/claim/v1/drafts/{token}'] = { ...draft, files: [stored] };
  await open('1');
  expect(document.body.textContent).toContain('framhlid.jpg');
});
