// @vitest-environment happy-dom
import type { Claim } from '@hofn/contracts';
import { emptyClaimForm } from '@hofn/domain/claim-form.ts';
import { createTranslator, type Language } from '@hofn/texts';
import { claimForm as formEn } from '@hofn/texts/catalogue/en/claim-form.ts';
import { portal as portalEn } from '@hofn/texts/catalogue/en/portal.ts';
import { shell as shellEn } from '@hofn/texts/catalogue/en/shell.ts';
import { claimForm } from '@hofn/texts/catalogue/is/claim-form.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../../../engine/texts.ts';
import { Filed } from './Filed.tsx';

type Poll = { ends: (claim: Pick<Claim, 'status'>) => boolean };
const { server } = vi.hoisted(() => ({
  server: { claim: undefined as object | undefined, poll: {} as object },
}));
vi.mock('../../../engine/index.ts', async () => ({
  ...(await import('../../../engine/texts.ts')),
  useStaticQuery: () => ({ company: { phone: '514 1000', phoneHref: 'tel:+3545141000' } }),
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}));
vi.mock('../../../session/index.ts', () => ({
  useCall: (path: string, { poll }: { poll?: object } = {}) => {
    if (!path.includes('getclaim')) return { state: 'loading', data: undefined };
    server.poll = poll ?? {};
    return server.claim ? { state: 'ready', data: server.claim } : { state: 'loading', data: undefined };
  },
}));

const texts = {
  is: createTranslator('is', { ...shell, ...portal, ...claimForm }),
  en: createTranslator('en', { ...shellEn, ...portalEn, ...formEn }),
};
const decided = {
  ...{ status: 'approved', covers: [{ payable: 112_500 }], payments: [{ amount: 112_500 }] },
  decision: { byRules: true, by: '' },
};
const handlerCalls = 'Tjónafulltrúi hefur samband';

let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const show = async (claim: object | undefined, language: Language = 'is') => {
  server.claim = claim;
  await act(async () =>
    root.render(
      <TextsContext value={texts[language]}>
        <Filed
          filed={{ id: 'c1', reference: 'T-2026-100001' }}
          line="home"
          form={{ ...emptyClaimForm, causes: ['bicycle'] }}
          actedFor={undefined}
        />
      </TextsContext>,
    ),
  );
  return (document.body.textContent ?? '').replaceAll('\u00a0', ' ');
};

test.each([
  ['is', 'Tjónið er samþykkt: 112.500 kr.', 'inn á reikninginn'],
  ['en', 'Your claim is approved: ISK 112,500', 'into the account'],
] as const)(
  'ACT-4b: a claim that rules have decided says so while the customer waits (%s)',
  async (language, title, payment) => {
    const before = await show({ status: 'received', decision: null }, language);
    expect(before).not.toContain(title);
    const after = await show(decided, language);
    expect(after).toContain(title);
    expect(after).toContain(payment);
    expect(after).not.toContain(handlerCalls);
    expect(document.querySelector('[role=status]')?.textContent).toContain(title.slice(0, 10));
    expect(document.querySelector('a[href*=c1]')).not.toBeNull();
  },
);

test('ACT-4b: where nothing is paid yet, the confirmation says that an employee arranges it', async () => {
  expect(await show({ ...decided, payments: [] })).toContain('Starfsmaður gengur frá greiðslunni');
});

test('ACT-4b: what people decide says what happens next, and is not waited for beyond half a minute', async () => {
  vi.useFakeTimers();
  expect(await show({ ...decided, decision: { byRules: false, by: 'Katrín' } })).toContain(handlerCalls);
  const { ends } = server.poll as Poll;
  expect([ends({ status: 'received' }), ends({ status: 'approved' })]).toEqual([false, true]);
  vi.advanceTimersByTime(30_001);
  expect(ends({ status: 'received' })).toBe(true);
});
